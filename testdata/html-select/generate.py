#!/usr/bin/env python3
"""Write the query form of a made-up bug tracker: generate.py LINES > page.html"""

import sys

WANTED = int(sys.argv[1])

FIELDS = {
    "status": "NEW ASSIGNED REOPENED RESOLVED VERIFIED CLOSED",
    "resolution": "FIXED INVALID WONTFIX LATER REMIND DUPLICATE WORKSFORME",
    "severity": "blocker critical major normal minor trivial enhancement",
    "platform": "all dec hp macintosh pc sgi sun other",
    "system": "aix beos bsd hpux irix linux macos netware os2 solaris windows other",
}
PRIORITIES = "-- P1 P2 P3 P4 P5"
AREAS = "bookmarks editor fonts forms history images layout mail network parser plugins printing scripts security tables widgets"
PARTS = "back-end documentation front-end import export installer preferences regression tests translation"

page = []


def put(text):
    page.extend(text.strip("\n").split("\n"))


def options(words):
    for word in words:
        put(f'  <option value="{word}">{word}</option>')


put("""
<html>
<head>
<title>Search the bug list</title>
<meta name="robots" content="noindex">
</head>
<body bgcolor="#ffffff" text="#000000">
<h1>Search the bug list</h1>
<p>Choose any number of values in each list. A list in which nothing
is chosen does not restrict the search.</p>
<form action="search.cgi" method="get" name="query">
<table cellpadding="4" cellspacing="0">
<tr>
""")
for label in [*FIELDS, "priority"]:
    put(f'<th align="left"><a href="help.html#{label}">{label.capitalize()}</a>:</th>')
put("</tr>\n<tr>")
for name, words in FIELDS.items():
    put(f'<td align="left" valign="top">\n<select name="{name}" multiple size="7">')
    options(words.split())
    put("</select>\n</td>")
put('<td align="left" valign="top">\n<SELECT NAME="priority" MULTIPLE SIZE=7>')
options(PRIORITIES.split())
put("</SELECT>\n</td>\n</tr>\n</table>\n<hr>\n<table>")
for who in ["reporter", "assignee", "contact", "commenter"]:
    put(f"""
<tr>
<td><input type="checkbox" name="by_{who}" value="1"> {who}</td>
<td><input type="text" name="mail_{who}" size="32"></td>
<td>
<input type="radio" name="how_{who}" value="exact"> is
<input type="radio" name="how_{who}" value="part" checked> contains
</td>
</tr>
""")
put('</table>\n<hr>\n<p>Product area and part:</p>\n<select name="part" multiple size="12">')
for area in AREAS.split():
    put(f'<optgroup label="{area}">')
    options(f"{area}/{part}" for part in PARTS.split())
    put("</optgroup>")
put("</select>\n<hr>\n<table>")
END = """
</select>
<p>
<input type="submit" value="Search">
<input type="reset" value="Start again">
</p>
</form>
</body>
</html>
"""
ending = END.strip("\n").split("\n")
for number in range(1, 41):
    put(f"""
<tr>
<td align="right">Keyword {number}:</td>
<td><input type="text" name="keyword_{number}" size="40" maxlength="{60 + number % 7}"></td>
<td><a href="help.html#keyword_{number}">?</a></td>
<td><input type="checkbox" name="not_{number}"> not</td>
</tr>
""")
put('</table>\n<hr>\n<p>Builds:</p>\n<select name="build" multiple size="12">')
build = WANTED - len(ending) - len(page)
options(range(build, 0, -1))
page.extend(ending)
if len(page) != WANTED:
    sys.exit(f"cannot make a page of {WANTED} lines: it has {len(page)}")
print("\n".join(page))
