"""A room full of tables: many evenings at one address, each behind its code, and the owner who sees to them."""
