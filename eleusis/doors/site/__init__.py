"""The table as a folder of files that any web server can hand out: the engine runs in the visitor's browser tab."""
