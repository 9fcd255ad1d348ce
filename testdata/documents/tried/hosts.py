import json
import sys

with open(sys.argv[1]) as file:
    for host in json.load(file)["hosts"]:
        print(host["name"], host["port"])
