"""The engine, the command line and the laboratory for Eleusis."""
