"""A game file played again, checked and looked back upon; a played round made a script again."""
