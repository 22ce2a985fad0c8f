"""Many rounds of cheap bots in a compiled kernel: C that is built once, where a compiler is, and kept."""
