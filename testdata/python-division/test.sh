#!/bin/sh
# 0: Python divides by zero; 1: Python is content; 2: anything else, such as a syntax error.
said=$(python3 "${1:-expr.py}" 2>&1) && exit 1
case $said in
*'ZeroDivisionError: division by zero') exit 0 ;;
*) exit 2 ;;
esac
