"""The made-up traffic of the benchmark: 70 % beacons (43-byte GIF), 20 % VAST (6 KiB), 10 % serve answers (1.5 KiB JSON)."""
import base64
import hashlib
import json

GIF = base64.b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7").ljust(43, b";")

EVENTS = ("start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "mute", "unmute", "pause", "resume", "skip")


def vast():
    trackers = "".join(
        f'<Tracking event="{event}"><![CDATA[http://t.ads.test/beacon?e={event}&mk_cid=[CID]&ord=[CACHEBUSTING]]]>'
        "</Tracking>"
        for event in EVENTS * 4
    )
    document = (
        '<?xml version="1.0"?><VAST version="4.2"><Ad id="1"><InLine><AdSystem>m</AdSystem><Creatives><Creative><Linear>'
        f"<TrackingEvents>{trackers}</TrackingEvents></Linear></Creative></Creatives></InLine></Ad></VAST>"
    )
    return (document[:6100] + "<!--" + "x" * 6200)[:6141].encode() + b"-->"


def serve():
    ads = [{"id": i, "tag": f"http://v.ads.test/vast?tag={i}", "w": 320, "h": 50, "pad": "y" * 180} for i in range(5)]
    return json.dumps({"ads": ads}).encode()[:1536].ljust(1536)


def target(i):
    """The path and query of the i-th exchange."""
    click = hashlib.md5(str(i).encode()).hexdigest()
    kind = i % 10
    if kind < 7:
        return f"/beacon?e={('start', 'mid', 'end')[i % 3]}&mk_cid={click}&lat=-23.5&ord={i}"
    if kind < 9:
        return f"/vast?tag=pre-{i % 50}&mk_cid={click}&ord={i}"
    return f"/serve?site={i % 20}&mk_cid={click}&ord={i}"


def write_targets(path, count):
    """Writes count targets, one a line, shuffled but always alike."""
    order = sorted(range(count), key=lambda i: hashlib.md5(b"o%d" % i).digest())
    write_lines(path, order)


def write_unique_targets(path, thousands):
    """The first thousand, the last and what is between, each with the same mixture."""
    last = 1000 * (thousands - 1)
    for part, chosen in (("first", range(1000)), ("middle", range(1000, last)), ("last", range(last, last + 1000))):
        write_lines(f"{path}-{part}.urls", chosen)


def write_lines(path, chosen):
    with open(path, "w") as file:
        file.writelines(target(i) + "\n" for i in chosen)
