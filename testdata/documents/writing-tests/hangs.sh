#!/bin/sh
while grep -q swap "$1"; do sleep 1; done
