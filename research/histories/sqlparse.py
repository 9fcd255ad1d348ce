import os
import sys

sys.path[:0] = [os.path.abspath("src"), os.getcwd()]
SQL = "extract(HOUR from from_unixtime(hour_ts) AT TIME ZONE 'America/Los_Angeles')"
try:
    import sqlparse

    shown = sqlparse.format(SQL, reindent=True)
except BaseException:
    sys.exit(125)
sys.exit(0 if "from from_unixtime" in shown else 1 if "fromfrom_unixtime" in shown else 125)
