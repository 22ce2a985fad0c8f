"""The game file: reading, writing, setting up a deal, replaying, the transcript."""
