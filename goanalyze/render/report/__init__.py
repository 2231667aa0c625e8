"""The report: sections of a dataset as one self-contained page of HTML."""
