"""A game file played again, checked, and looked back upon."""
