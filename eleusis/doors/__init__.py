"""The doors: the command line, the terminal, the browser, assistants."""
