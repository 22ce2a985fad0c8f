"""A rule said in plain English."""
