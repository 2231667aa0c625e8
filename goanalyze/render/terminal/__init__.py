"""What the commands print to the terminal, and the report: words and tables for people. Nothing is computed here."""
