import atexit
import os

atexit.register(print, "never")
print("ends here", flush=True)
os._exit(3)
#> ends here
