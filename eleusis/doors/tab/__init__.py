"""The door of a browser tab: the table's pages without a server, in the Python that the tab itself runs."""
