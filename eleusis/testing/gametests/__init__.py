"""Games and rules as tests: what the pytest plugin collects, runs and tells."""
