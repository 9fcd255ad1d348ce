import sys

# The pump overflows when the third byte is ten or more.
readings = open(sys.argv[1], "rb").read()
assert len(readings) < 3 or readings[2] < 10, "overflow"
