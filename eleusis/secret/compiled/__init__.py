"""A rule compiled: from its tree to the mask of right cards."""
