"""The table in the browser: a server of pages, at which each person has a device and sees one seat's view."""
