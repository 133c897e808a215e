"""Processor time and memory of a process and its descendants, read from /proc."""
import os
import time


def tree(pid):
    """The process and all its descendants."""
    children = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat") as file:
                    parent = int(file.read().rsplit(")", 1)[1].split()[1])
            except OSError:
                continue
            children.setdefault(parent, []).append(int(entry))
    found, waiting = [], [pid]
    while waiting:
        process = waiting.pop()
        found.append(process)
        waiting += children.get(process, [])
    return found


def cpu_seconds(pid):
    """User and system time of the tree, to the nanosecond; that of children which have ended is not in it."""
    seconds = 0.0
    for process in tree(pid):
        try:
            # The clock of another process, as clock_getcpuclockid(3) makes it.
            seconds += time.clock_gettime((~process << 3) | 2)
        except OSError:
            pass
    return seconds


def memory_mb(pid, key="VmHWM"):
    """Resident memory of the tree: VmHWM is the peak, VmRSS the present."""
    kilobytes = 0
    for process in tree(pid):
        try:
            with open(f"/proc/{process}/status") as file:
                kilobytes += sum(int(line.split()[1]) for line in file if line.startswith(key))
        except OSError:
            pass
    return kilobytes / 1024


def forget_peak(pid):
    for process in tree(pid):
        try:
            with open(f"/proc/{process}/clear_refs", "w") as file:
                file.write("5")
        except OSError:
            pass
