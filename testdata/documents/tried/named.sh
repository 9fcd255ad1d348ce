#!/bin/sh
grep -q '^overdraft .* of' ledger.txt
