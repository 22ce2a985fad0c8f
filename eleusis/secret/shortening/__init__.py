"""A shorter rule that is the same as another: from a starter on, or everywhere."""
