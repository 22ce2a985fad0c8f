"""The game file: its lines, its facts and expectations; read, written, appended to."""
