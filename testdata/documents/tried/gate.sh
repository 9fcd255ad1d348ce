#!/bin/sh
grep -z -q 'struct Gate.*for (.*return 41' gate.cc
