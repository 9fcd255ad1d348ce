"""How well failures were told apart: python3 measure.py FAULTS JSON, where JSON is what `dwindle triage` told programs.

Over all pairs of inputs: precision is the share of pairs put together that are of one fault, recall the share of pairs
of one fault that were put together. An input that no failure holds is alone.
"""

import collections
import json
import os
import sys


def pairs(numbers):
    return sum(number * (number - 1) // 2 for number in numbers)


def measured(title, fault_of, groups):
    grouped = {name for group in groups for name in group}
    groups = [set(group) for group in groups] + [{name} for name in fault_of if name not in grouped]
    both = pairs(n for group in groups for n in collections.Counter(fault_of[name] for name in group).values())
    together = pairs(map(len, groups))
    alike = pairs(collections.Counter(fault_of.values()).values())
    print(f"{title}: {len(groups)} groups, precision {both}/{together} = {both / max(together, 1):.3f}, "
          f"recall {both}/{alike} = {both / max(alike, 1):.3f}")


def main(table, told):
    with open(table) as file:
        fault_of = dict(line.split() for line in file)
    with open(told) as file:
        records = [json.loads(line) for line in file]
    rows = [record["data"] for record in records if record["type"] == "failure"]
    name = lambda each: os.path.basename(each["text"])
    flat = []
    by_saying = collections.defaultdict(list)
    for row in rows:
        taken = [name(each) for also in row["also"] for each in also["inputs"]]
        own = [name(each) for each in row["inputs"] if name(each) not in taken]
        for kind, inputs in [(row, own)] + [(a, [name(each) for each in a["inputs"]]) for a in row["also"]]:
            flat.append(inputs)
            by_saying[kind["failure"].rsplit(", at ", 1)[0]] += inputs
    print(f"{len(fault_of)} inputs of {len(set(fault_of.values()))} faults; failing: {sum(map(len, flat))}")
    measured("by what is said alone", fault_of, list(by_saying.values()))
    measured("by failure: that and the place", fault_of, flat)
    measured("the same, and alike when reduced", fault_of, [[name(e) for e in row["inputs"]] for row in rows])
    for row in rows:
        faults = collections.Counter(fault_of[name(each)] for each in row["inputs"])
        said = ", ".join(f"{number} {fault}" for fault, number in faults.most_common())
        print(f"  {row['input_size']} -> {row['result_size']} in {row['tests']}: {row['failure']}: {said}")


if __name__ == "__main__":
    main(*sys.argv[1:])
