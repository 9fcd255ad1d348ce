import os
import sys

sys.path[:0] = [os.path.abspath("src"), os.getcwd()]
try:
    from urllib3.exceptions import LocationParseError
    from urllib3.util import parse_url
except BaseException:
    sys.exit(125)
try:
    parse_url('http://user":quoted@example.com/')
except LocationParseError:
    sys.exit(1)
except BaseException:
    sys.exit(125)
sys.exit(0)
