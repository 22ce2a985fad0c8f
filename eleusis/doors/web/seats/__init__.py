"""Who holds which seat: names, tokens, PINs, and the file that they are kept in."""
