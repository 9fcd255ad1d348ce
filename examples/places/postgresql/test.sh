#!/bin/sh
# Runs it in a transaction that nobody commits, with tables of its own: tests beside each other do not meet.
{ echo 'BEGIN; SET search_path = pg_temp;'; cat "$1"; } | psql -X -q -v ON_ERROR_STOP=1 2>&1 > /dev/null |
    grep -q 'division by zero'
