"""Games and rules as tests, for pytest; and the test that a program passes before it plays."""
