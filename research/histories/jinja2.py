import os
import sys

sys.path[:0] = [os.path.abspath("src"), os.getcwd()]
try:
    import jinja2

    template = jinja2.Template("{{ 'a' in x }}")
except BaseException:
    sys.exit(125)
try:
    shown = template.render()
except jinja2.exceptions.UndefinedError:
    sys.exit(1)
except BaseException:
    sys.exit(125)
sys.exit(0 if shown == "False" else 125)
