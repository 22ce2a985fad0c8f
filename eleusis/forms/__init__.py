"""JSON Schemas of the files that people write and the data that is printed."""
