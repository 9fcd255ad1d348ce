import os
import sys

sys.path[:0] = [os.path.abspath("src"), os.getcwd()]
try:
    from werkzeug.exceptions import NotFound
    from werkzeug.routing import Map, Rule

    adapter = Map([Rule("/path", endpoint="index")], strict_slashes=False).bind("host")
except BaseException:
    sys.exit(125)
try:
    adapter.match("/path/")
except NotFound:
    sys.exit(1)
except BaseException:
    sys.exit(125)
sys.exit(0)
