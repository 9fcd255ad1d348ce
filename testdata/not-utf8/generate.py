#!/usr/bin/env python3
"""Write data whose name and content are not UTF-8."""

BEFORE = [bytes([0x80 + i % 64, 0xC3, 0x28, 0xED, 0xA0, 0x80, i % 256]) + b" r\xe9sum\xe9 \xf8\xa1\n" for i in range(150)]
NEEDED = b"caf\xe9 \xfe\xff\xc0\x80 th\xe9\n"
AFTER = [bytes([0xF5, i % 256, 0x00, 0xE2, 0x82]) + b" na\xefve\r\n" for i in range(150)]

with open(b"caf\xe9 \xff.dat", "wb") as out:
    out.write(b"".join([*BEFORE, NEEDED, *AFTER]))
