"""What is measured: the cases, each one load on a program that runs, and the sets of them."""
import os
import time

WARM_SECONDS = 0.3
UNIQUE_THOUSANDS = 16
# Exchanges on the tape of each replay mode, and whether all are of one URL.
TAPES = {"replay1k": (1000, False), "replay100k": (100_000, False), "same1k": (1000, True), "same100k": (100_000, True)}
FIRST_ANSWER = ("firstcold", "firstwarm")
# A tape of 1,000 exchanges is played too quickly to be measured once.
STARTS = {"replay1k": 5, "same1k": 5}
# Until what a program still does at its start is done.
SETTLE_SECONDS = 0.1
ONE_TARGET = "/beacon?e=start&lat=-23.5&ord=1"

OWN = ("fita",)
PEER = ("fita", "mitmdump")
# Set: (mode, cases, programs in their order; None is all that are named on the command line, fita being the last).
SETS = {
    "forward": [("forward", ("c1", "c16"), None), ("record", ("c16",), PEER)],
    "uniq": [("record", ("uniq",), OWN)],
    "tls": [("mitm", ("c16", "new", "newclose"), None), ("mitmrec", ("c16", "new"), PEER)],
    "names": [("mitmrec", ("names500",), PEER)],
    "h2": [("h2", ("c16",), None), ("h2rec", ("c16",), OWN), ("h2both", ("c16",), PEER)],
    "replay": [(mode, ("play16",), ("direct", "nginx", "fita")) for mode in TAPES],
    "first": [(mode, ("first",), OWN) for mode in FIRST_ANSWER],
    "big": [("forward", ("big1g", "slow20"), ("haproxy", "fita")), ("record", ("big1g", "slow20"), OWN)],
    "idle": [("record", ("idle",), OWN), ("mitmrec", ("idle",), OWN), ("forward", ("idle",), ("haproxy",)),
             ("mitm", ("idle",), ("haproxy",))],
}
# What all bars need.
BARS = tuple(SETS)
SETS["quick"] = [(mode, ("c1", "c16"), None) for mode in ("forward", "record", "mitm")]
SETS["full"] = [
    (mode, ("c1", "c16", "c64", "c256", "open200", "vast16", "mp4x4"), None)
    for mode in ("forward", "record", "mitm", "mitmrec", "h2", "h2rec", "h2both")
]


def plan(sets, modes, programs):
    """Each (program, mode) with its cases, in order, each case once; `modes` empty is all of them."""
    todo = {}
    for name in sets:
        for mode, cases, wanted in SETS[name]:
            for program in wanted or programs:
                if program in programs and (not modes or mode in modes):
                    todo.setdefault((mode, program), {}).update(dict.fromkeys(cases))
    return [(program, mode, tuple(cases)) for (mode, program), cases in todo.items()]


def steps(plan):
    """One round of the plan. What is started several times is so in turn with the others: the machine's speed moves."""
    for start in range(max(STARTS.values())):
        yield from (step for step in plan if start < STARTS.get(step[1], 1))


def run(case, program, options):
    """Gives (name, result) for each measurement of the case."""
    if case == "uniq":
        yield from distinct_targets(program)
        return
    timed = ("-d", options.seconds, "-w", WARM_SECONDS)
    work = program.work
    if case == "idle":
        result = program.hold_idle(options.idle)
    elif case == "big1g":
        result = program.growth("-n", 1)
    elif case == "slow20":
        result = program.growth("-d", 5, "-R", 20e6)
    elif case == "first":
        result = program.load("-c", 1, "-n", 1, "-f", f"{work}/c100000.urls")
        result["first_s"] = time.time() - program.started
    elif case == "play16":
        time.sleep(SETTLE_SECONDS)
        count, same = TAPES[program.mode]
        targets = ("-p", ONE_TARGET) if same else ("-f", f"{work}/c{count}.urls")
        result = program.load("-c", 16, "-n", count, *targets)
    elif case == "new":
        result = program.load("-c", 8, "-x", *timed)
    elif case == "newclose":  # the client says that it will close: may the connection to the origin live on?
        result = program.load("-c", 8, "-x", "-e", "Connection: close\r\n", *timed)
    elif case == "names500":
        result = program.load("-c", 8, "-n", 500, "-x", "-S", 500)
    elif case == "open200":
        result = program.load("-c", 16, "-q", 200, *timed)
    elif case == "vast16":
        result = program.load("-c", 16, "-p", "/vast.xml", *timed)
    elif case == "mp4x4":
        result = program.load("-c", 4, "-p", "/media.mp4", *timed)
    else:  # c1, c16, c64, c256
        result = program.load("-c", int(case[1:]), *timed)
    yield case, result


def distinct_targets(program):
    """A recorder may not get by on one target over and over; nor may the cost or the memory rise with their number."""
    program.load("-c", 16, "-n", 2000)
    memory = []
    for part in ("first", "middle", "last"):
        path = f"{program.work}/unique-{part}.urls"
        with open(path) as file:
            count = sum(1 for _ in file)
        result = program.load("-c", 16, "-n", count, "-f", path)
        memory.append(program.memory_mb())
        if part == "last":
            folder = program.entry["tape"]
            result["disk_b"] = sum(entry.stat().st_size for entry in os.scandir(folder)) / count / UNIQUE_THOUSANDS
            result["grow_mb"] = memory[-1] - memory[0]
        yield f"uniq-{part}", result
