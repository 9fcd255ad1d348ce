#!/bin/sh
# Makes a small repository in ./tally: version v1.0 works, three commits later it does not.
set -e
export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null
git init -q -b main tally
# Dates are fixed, so that commits have the same names everywhere.
cd tally
git config user.name "A. Developer"
git config user.email developer@example.org
commit() {
    GIT_AUTHOR_DATE="$1 12:00:00 +0000" GIT_COMMITTER_DATE="$1 12:00:00 +0000" git commit -q "$2" "$3"
}

cat > tally.py <<'PY'
"""Adds up the amounts of a ledger: a line `DATE AMOUNT WHAT` for each booking."""

import sys


def bookings(lines):
    for line in lines:
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        date, amount, what = line.split(maxsplit=2)
        yield date, cents(amount), what


def cents(amount):
    whole, _, rest = amount.partition(".")
    sign = -1 if whole.startswith("-") else 1
    return sign * (abs(int(whole)) * 100 + int((rest + "00")[:2]))


def total(lines):
    return sum(amount for _, amount, _ in bookings(lines))


def show(amount):
    return f"{amount / 100:.2f}"


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as ledger:
        print("total", show(total(ledger)))
PY
cat > ledger.txt <<'TXT'
# petty cash
2026-03-01 120.00 opening balance
2026-03-02 -0.50 stamp
2026-03-04 -17.25 tea and biscuits
2026-03-09 4.5 returned bottles
TXT
cat > test.sh <<'SH'
#!/bin/sh
# Succeeds while the total is right.
test "$(python3 tally.py ledger.txt)" = "total 106.75"
SH
chmod +x test.sh
git add -A
commit 2026-03-10 -m "Add up a ledger"
git tag v1.0

sed -i 's/^"""Adds up.*/"""Adds up the amounts of a ledger.\n\nA booking is a line `DATE AMOUNT WHAT`; lines that begin with # are comments.\n"""/' tally.py
printf '2026-03-11 12.00 refund\n2026-03-12 -12.00 refund paid out\n' >> ledger.txt
commit 2026-03-12 -am "Describe the format, book a refund"

cat > edit.py <<'PY'
import re
text = open("tally.py").read()
text = text.replace("import sys\n", "import argparse\n", 1)
text = text.replace('''        line = line.strip()
        if not line or line.startswith("#"):
            continue
        date, amount, what = line.split(maxsplit=2)
''', '''        date, amount, what = fields(line)
        if date is None:
            continue
''')
text = text.replace('''def cents(amount):
    whole, _, rest = amount.partition(".")
    sign = -1 if whole.startswith("-") else 1
    return sign * (abs(int(whole)) * 100 + int((rest + "00")[:2]))
''', '''def fields(line):
    line = line.strip()
    if not line or line.startswith("#"):
        return None, None, None
    return line.split(maxsplit=2)


def cents(amount):
    whole, _, rest = amount.partition(".")
    return int(whole) * 100 + int((rest + "00")[:2])
''')
text = text.replace('''if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as ledger:
        print("total", show(total(ledger)))
''', '''def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ledger")
    with open(parser.parse_args().ledger, encoding="utf-8") as ledger:
        print("total", show(total(ledger)))


if __name__ == "__main__":
    main()
''')
open("tally.py", "w").write(text)
PY
python3 edit.py
rm edit.py
commit 2026-03-16 -am "Read the command line with argparse, simplify"

printf 'Run `python3 tally.py LEDGER`.\n' > README
git add README
commit 2026-03-17 -m "Say how to run it"
