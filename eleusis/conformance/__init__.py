"""Whether a program keeps to the protocol: it is put into every situation there is, and what it does wrong is said."""
