"""What is asked before a round, question by question: who plays, which edition, who deals, by which rule."""
