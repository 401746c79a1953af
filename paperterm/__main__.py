"""`python -m paperterm`, and the console script."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    try:
        from paperterm.cli.main import main as run
    except KeyboardInterrupt:  # Ctrl+C while the program itself is being read
        raise SystemExit(130) from None
    run()


if __name__ == "__main__":
    main()
