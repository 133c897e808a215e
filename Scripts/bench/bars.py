"""The bars fita is held to, as ratios of processor time a request inside one run, and the tables of a run."""
import json
import statistics

# (what, measured program and mode, compared program and mode, highest ratio): always at 16 connections.
BARS = [
    ("forward against haproxy", ("fita", "forward"), ("haproxy", "forward"), 2.0),
    ("forward against mitmdump", ("fita", "forward"), ("mitmdump", "forward"), 1 / 40),
    ("record against own forward", ("fita", "record"), ("fita", "forward"), 1.5),
    ("interception against haproxy", ("fita", "mitm"), ("haproxy", "mitm"), 2.0),
    ("replay against nginx forward", ("fita", "replay20k"), ("nginx", "forward"), 1.5),
]


def by_round(results, program, mode, case="c16"):
    return {r["round"]: r for r in results if (r["program"], r["mode"], r["case"]) == (program, mode, case)}


def ratio(results, measured, compared, key="cpu_us"):
    """Ratios are taken inside each round, then their median: the load of the machine moves between rounds."""
    ours, theirs = by_round(results, *measured), by_round(results, *compared)
    ratios = [ours[r][key] / theirs[r][key] for r in ours if r in theirs and theirs[r][key]]
    return statistics.median(ratios) if ratios else None


def measurements(results):
    lines = [
        "",
        "| mode | case | program | req/s | CPU us/request | p50 us | p99 us | MB/s | peak RSS MB | bad |",
        "|---|---|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    groups = {}
    for result in results:
        groups.setdefault((result["mode"], result["case"], result["program"]), []).append(result)
    for (mode, case, program), group in groups.items():
        middle = [statistics.median(r[key] for r in group) for key in ("rps", "cpu_us", "p50_us", "p99_us", "MBps")]
        peak = max(r["rss_mb"] for r in group)
        bad = sum(r["errors"] + r["non2xx"] + r["connfail"] for r in group)
        numbers = " | ".join(f"{value:,.1f}" for value in [*middle, peak])
        lines.append(f"| {mode} | {case} | {program} | {numbers} | {bad} |")
    return "\n".join(lines)


def report(results, own_failures, path):
    """Prints the bars as a table and as JSON, writes the JSON to path; 1 when a bar is missed, else 0."""
    rows = []
    for what, measured, compared, highest in BARS:
        value = ratio(results, measured, compared)
        verdict = "not measured" if value is None else "met" if value <= highest else "missed"
        rows.append({"bar": what, "highest": round(highest, 4), "ratio": value and round(value, 4), "verdict": verdict})
    bad = sum(r["errors"] + r["non2xx"] + r["connfail"] for r in results if r["program"] == "fita")
    bad += own_failures
    rows.append({"bar": "failed requests and starts", "highest": 0, "ratio": bad, "verdict": "missed" if bad else "met"})
    print("\nBars (CPU a request, 16 connections, ratio inside each round, median of rounds)\n")
    print("| bar | highest | measured | verdict |\n|---|--:|--:|---|")
    for row in rows:
        shown = "" if row["ratio"] is None else row["ratio"]
        print(f"| {row['bar']} | {row['highest']} | {shown} | {row['verdict']} |")
    text = json.dumps({"bars": rows})
    print(f"\n{text}")
    with open(path, "w") as file:
        file.write(text + "\n")
    return 1 if any(row["verdict"] == "missed" for row in rows) else 0
