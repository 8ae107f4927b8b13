"""Where the command line begins: `linkup`, and `python -m bot`."""

import os
import sys


def main() -> int:
    """Load the command line and run it; the exit code.

    To load it takes a tenth of a second, in which Ctrl-C may be pressed as well as later. Products
    of matrices are left to one thread unless the environment says otherwise: ours are small, and
    several threads wait for each other for longer than they save.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        from bot.cli import main as linkup  # noqa: PLC0415 - see above
    except KeyboardInterrupt:
        why, code = "stopped by Ctrl-C", 130
        print(f"linkup: {why}", file=sys.stderr)
        if "--json" in sys.argv:
            print(f'{{"error": "{why}", "exit": {code}}}')
        return code
    return linkup()


if __name__ == "__main__":
    sys.exit(main())
