"""``python -m goanalyze``."""

from goanalyze.cli import main

if __name__ == "__main__":
    main()
