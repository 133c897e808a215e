"""The bars fita is held to inside one run, and the tables of a run."""
import dataclasses
import json
import statistics


@dataclasses.dataclass(frozen=True)
class Bar:
    """A ratio to `compared`, taken inside each round, then the median; without it an amount, the worst round's."""

    what: str
    measured: tuple  # program, mode, case
    compared: tuple | None
    at_most: float | None  # None: an aim alone
    aim: float | None = None
    key: str = "cpu_us"


def own(mode, case="c16"):
    return ("fita", mode, case)


NGINX, HAPROXY, MITMDUMP = ("nginx", "forward", "c16"), ("haproxy", "forward", "c16"), ("mitmdump", "forward", "c16")
HAPROXY_TLS, HAPROXY_NEW = ("haproxy", "mitm", "c16"), ("haproxy", "mitm", "new")
BODY = 1 / 0.6  # of haproxy's time: 0.6 of its speed


def replay(what, kind):
    """Peers get the same requests, as often, after a start of their own."""
    for count, mode in (("1,000", f"{kind}1k"), ("100,000", f"{kind}100k")):
        yield Bar(f"{what} {count} / nginx forward", own(mode, "play16"), ("nginx", mode, "play16"), 1.0)
        yield Bar(f"{what} {count} / static nginx", own(mode, "play16"), ("direct", mode, "play16"), None, 1.0)
    yield Bar(f"{what} 100,000 / 1,000", own(f"{kind}100k", "play16"), own(f"{kind}1k", "play16"), 1.2)


BARS = [
    Bar("forward / haproxy", own("forward"), HAPROXY, 1.5, 1.0),
    Bar("forward / mitmdump", own("forward"), MITMDUMP, 1 / 50),
    Bar("forward, added latency / nginx", own("forward", "c1"), ("nginx", "forward", "c1"), 1.2, key="added_us"),
    Bar("forward, added latency / haproxy", own("forward", "c1"), ("haproxy", "forward", "c1"), None, 1.0, "added_us"),
    Bar("record / own forward", own("record"), own("forward"), 1.25, 1.10),
    Bar("record / mitmdump -w", own("record"), ("mitmdump", "record", "c16"), 1 / 40, 1 / 70),
    Bar("record, 16,000th thousand / first", own("record", "uniq-last"), own("record", "uniq-first"), 1.1, 1.02),
    Bar("record, 16,000 distinct: growth, MB", own("record", "uniq-last"), None, 8, key="grow_mb"),
    Bar("TLS / haproxy", own("mitm"), HAPROXY_TLS, 1.5, 1.1),
    Bar("TLS, recorded / haproxy", own("mitmrec"), HAPROXY_TLS, 1.5, 1.1),
    Bar("TLS / mitmdump", own("mitm"), ("mitmdump", "mitm", "c16"), 1 / 35),
    Bar("TLS, recorded / mitmdump -w", own("mitmrec"), ("mitmdump", "mitmrec", "c16"), 1 / 35),
    Bar("new TLS connection / haproxy", own("mitm", "new"), HAPROXY_NEW, 1.5, 1.0),
    Bar("new TLS connection, recorded / haproxy", own("mitmrec", "new"), HAPROXY_NEW, 1.5, 1.0),
    Bar("500 new names, recorded / mitmdump -w", own("mitmrec", "names500"), ("mitmdump", "mitmrec", "names500"), 1 / 6,
        1 / 12),
    Bar("HTTP/2 / nginx", own("h2"), ("nginx", "h2", "c16"), 2.0, 1.0),
    Bar("HTTP/2, recorded / nginx", own("h2rec"), ("nginx", "h2", "c16"), 2.0, 1.0),
    Bar("HTTP/2 on both sides, recorded / mitmdump -w", own("h2both"), ("mitmdump", "h2both", "c16"), 1 / 35),
    *replay("replay of", "replay"),
    *replay("replay, one key,", "same"),
    Bar("first answer of 100,000, opened before, s", own("firstwarm", "first"), None, 0.5, 0.05, "first_s"),
    Bar("first answer of 100,000, never opened, s", own("firstcold", "first"), None, None, 0.5, "first_s"),
    Bar("1 GiB, time / haproxy", own("forward", "big1g"), ("haproxy", "forward", "big1g"), BODY, 1.0, "secs"),
    Bar("1 GiB recorded, time / haproxy", own("record", "big1g"), ("haproxy", "forward", "big1g"), BODY, 1.0, "secs"),
    Bar("1 GiB, growth, MB", own("forward", "big1g"), None, 4, 1, "grow_mb"),
    Bar("1 GiB recorded, growth, MB", own("record", "big1g"), None, 4, 1, "grow_mb"),
    Bar("slow client, growth, MB", own("forward", "slow20"), None, 4, 1, "grow_mb"),
    Bar("slow client, recorded, growth, MB", own("record", "slow20"), None, 4, 1, "grow_mb"),
    Bar("idle connection, KB", own("record", "idle"), None, 4, 1.5, "kb_per_conn"),
    Bar("idle TLS connection, KB", own("mitmrec", "idle"), None, 48, 32, "kb_per_conn"),
]


def bad(result):
    return result["errors"] + result["non2xx"] + result["connfail"]


def by_round(results, place, key):
    """The value of each round: the median, where a round has several. A load that failed in part measures nothing."""
    rounds = {}
    for result in results:
        if (result["program"], result["mode"], result["case"]) == place and key in result and not bad(result):
            rounds.setdefault(result["round"], []).append(result[key])
    return {number: statistics.median(values) for number, values in rounds.items()}


def value(bar, results):
    ours = by_round(results, bar.measured, bar.key)
    if bar.compared is None:
        return max(ours.values(), default=None)
    theirs = by_round(results, bar.compared, bar.key)
    # The load of the machine moves between rounds.
    ratios = [ours[r] / theirs[r] for r in ours if r in theirs and theirs[r] > 0]
    return statistics.median(ratios) if ratios else None


def add_latencies(results):
    """What each program adds to the median latency without any."""
    for result in results:
        direct = by_round(results, ("direct", result["mode"], result["case"]), "p50_us").get(result["round"])
        if direct is not None and result["program"] != "direct":
            result["added_us"] = result["p50_us"] - direct


def verdict(bar, measured):
    if measured is None:
        return "not measured"
    if bar.at_most is not None and measured > bar.at_most:
        return "missed"
    if bar.aim is None:
        return "met"
    if measured <= bar.aim:
        return "aim met"
    return "met" if bar.at_most is not None else "aim not met"


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
        middle = [
            statistics.median(r.get(key, 0) for r in group) for key in ("rps", "cpu_us", "p50_us", "p99_us", "MBps")
        ]
        numbers = " | ".join(f"{number:,.1f}" for number in [*middle, max(r["rss_mb"] for r in group)])
        lines.append(f"| {mode} | {case} | {program} | {numbers} | {sum(map(bad, group))} |")
    return "\n".join(lines)


def shown(number):
    """Small ratios as fractions, as the bars are told."""
    if number is None:
        return ""
    return f"1/{1 / number:.0f}" if 0 < number < 0.04 else f"{number:.3g}"


def report(results, own_failures, path):
    """Prints the bars as a table and as JSON, writes the JSON to path; 1 when a bar is missed, else 0."""
    add_latencies(results)
    rows = []
    for bar in BARS:
        measured = value(bar, results)
        rows.append({"bar": bar.what, "at_most": bar.at_most, "aim": bar.aim,
                     "measured": measured and round(measured, 4), "verdict": verdict(bar, measured)})
    failed = sum(bad(result) for result in results if result["program"] == "fita") + own_failures
    rows.append({"bar": "failed requests and starts", "at_most": 0, "aim": None, "measured": failed,
                 "verdict": "missed" if failed else "met" if results else "not measured"})
    print("\nBars (processor time a request at 16 connections, unless said otherwise; median of the rounds' ratios)\n")
    print("| bar | at most | aim | measured | verdict |\n|---|--:|--:|--:|---|")
    for row in rows:
        print(f"| {row['bar']} | {shown(row['at_most'])} | {shown(row['aim'])} | {shown(row['measured'])} "
              f"| {row['verdict']} |")
    text = json.dumps({"bars": rows})
    print(f"\n{text}")
    with open(path, "w") as file:
        file.write(text + "\n")
    return 1 if any(row["verdict"] == "missed" for row in rows) else 0
