#!/bin/sh
! "$(dirname "$0")"/toy crash.txt
