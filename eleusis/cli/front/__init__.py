"""What needs no typer: pages of help, completion, and lines that are plainly understood.

All of it is answered from two texts, `help.txt` and `words.txt`, which `python -m tests.front_text` writes down
from what typer makes of the commands; tests hold them and the answers equal to it. What is not plain goes to typer.
"""
