"""The secret rule: its language, what it means, how two are compared, how one is said in English."""
