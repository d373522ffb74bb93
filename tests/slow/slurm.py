"""A real Slurm on this machine: an array of the very script that docs/figures.md shows, with a node that dies in the middle of it."""

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.environ["SOURCES"], "tests", "cli"))

from program import PROGRAM, Skipped, environment, fine, main, path, test  # noqa: E402  (the path comes first)

os.environ["PATH"] += ":/usr/sbin"
NODES = ["node1", "node2", "node3"]
RUN = ["gemtrix", "-n", "40000", "--seed", "1"]
CONFIGURATION = """
ClusterName=lapidary
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
SlurmctldPort={controller}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CryptoType=crypto/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SwitchType=switch/none
ReturnToService=0
SlurmdTimeout=10
SchedulerType=sched/backfill
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
{nodes}
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as sock:
        return sock.getsockname()[1]


def until(what, true, seconds=180):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.2)


def job_script():
    """The script of the document, for this game and as many matches as take a while."""
    with open(os.path.join(os.environ["SOURCES"], "docs", "figures.md"), encoding="utf-8") as file:
        text = re.search(r"### Slurm\n.*?```bash\n(.*?)```", file.read(), re.S)[1]
    assert "GAME -n 1000000 --seed 1" in text and "#SBATCH --array=1-20" in text
    return text.replace("GAME -n 1000000 --seed 1", " ".join(RUN))


def of_folder(folder):
    """Processes whose command line or environment names the folder: the daemons, their steps, and what these run."""
    for number in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            with open(f"/proc/{number}/cmdline", "rb") as line, open(f"/proc/{number}/environ", "rb") as given:
                text, variables = line.read(), given.read()
            if int(number) != os.getpid() and folder.encode() in text + variables:
                yield int(number), text, variables


def status(number, member):
    with contextlib.suppress(OSError), open(f"/proc/{number}/status", encoding="ascii") as lines:
        return next(line.split(None, 1)[1].strip() for line in lines if line.startswith(member + ":"))
    return ""


def parent_of(number):
    return int(status(number, "PPid") or 0)


def is_step(number):
    return status(number, "Name") == "slurmstepd"


def kill(numbers):
    """All at once: none sees another one end, and tells of it."""
    for what in [signal.SIGSTOP, signal.SIGKILL]:
        for number in numbers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, what)


class Slurm:
    """A controller and nodes, all in a folder of their own."""

    def __init__(self, folder):
        self.folder, self.daemons = folder, {}
        for name in ["state", "bin", "parts"]:
            os.makedirs(os.path.join(folder, name))
        os.symlink(PROGRAM, folder + "/bin/lapidary")
        self.env = environment(PATH=folder + "/bin:" + os.environ["PATH"], SLURM_CONF=folder + "/slurm.conf")

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for _ in range(10):  # a daemon that still lives may start a step meanwhile
            kill([number for number, _, _ in of_folder(self.folder)])
            for daemon in self.daemons.values():
                daemon.wait()
        shutil.rmtree(self.folder)

    def daemon(self, name, *command):
        with open(f"{self.folder}/{name}.out", "wb") as out:
            self.daemons[name] = subprocess.Popen(command, env=self.env, stdout=out, stderr=out, start_new_session=True)

    def start(self):
        with open(self.folder + "/munge.key", "wb") as key:
            key.write(os.urandom(128))
        os.chmod(self.folder + "/munge.key", 0o400)
        host = socket.gethostname().split(".")[0]
        nodes = "\n".join(f"NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={free_port()} CPUs=4" for node in NODES)
        with open(self.folder + "/slurm.conf", "w", encoding="ascii") as out:
            out.write(CONFIGURATION.format(folder=self.folder, host=host, controller=free_port(), nodes=nodes))
        files = [f"--{name}={self.folder}/munge.{name.split('-')[0]}" for name in ["key-file", "socket", "pid-file", "log-file", "seed-file"]]
        files[0] = f"--key-file={self.folder}/munge.key"
        self.daemon("munged", "munged", "--foreground", "--force", *files)
        until("no munged", lambda: os.path.exists(self.folder + "/munge.socket"), 30)
        self.daemon("slurmctld", "slurmctld", "-D", "-c")
        for node in NODES:
            self.daemon(node, "slurmd", "-D", "-N", node)
        until("nodes are not ready: " + self.logs(), lambda: self.ask("sinfo", "-h", "-N", "-o", "%T").split() == ["idle"] * len(NODES), 60)

    def logs(self):
        names = [name for name in os.listdir(self.folder) if name.endswith((".log", ".out"))]
        return "\n".join(subprocess.run(["tail", "-n", "5", os.path.join(self.folder, name)], capture_output=True, text=True,
                                        check=False).stdout for name in names)

    def ask(self, *command):
        return subprocess.run(command, env=self.env, capture_output=True, text=True, check=False, timeout=60).stdout

    def fail(self, node):
        """Kills its daemon, what its tasks run, and who waits for these: slurmstepd, which no other sign tells apart."""
        tasks = [number for number, _, variables in of_folder(self.folder) if f"SLURMD_NODENAME={node}\0".encode() in variables]
        steps = {parent for parent in map(parent_of, tasks) if parent and is_step(parent)}
        kill([self.daemons[node].pid, *steps, *tasks])
        return len(steps)


@test("/slow/slurm/an-array-whose-node-dies-gives-the-same-bytes")
def _():
    if os.geteuid():
        raise Skipped("daemons of Slurm start jobs as root only")
    for program in ["slurmctld", "slurmd", "munged", "sbatch"]:
        if not shutil.which(program):
            raise Skipped(f"there is no {program}")
    whole = fine("simulate", *RUN, "--threads", "1", "--json")
    with Slurm(path("slurm")) as slurm:
        parts = slurm.folder + "/parts"
        with open(parts + "/job.sh", "w", encoding="utf-8") as out:
            out.write(job_script())
        waiting = subprocess.Popen(["sbatch", "--wait", "job.sh"], cwd=parts, env=slurm.env, stdout=subprocess.DEVNULL)
        slurm.daemons["sbatch"] = waiting
        until("no task runs on node2: " + slurm.logs(), lambda: "RUNNING" in slurm.ask("squeue", "-h", "-w", "node2", "-o", "%T"))
        tasks = slurm.ask("squeue", "-h", "-w", "node2", "-t", "R", "-o", "%K").split()
        assert slurm.fail("node2") and tasks, "no step was killed"
        assert not any(os.path.exists(f"{parts}/part{task}.json") for task in tasks), f"parts of {tasks} were there already"
        assert waiting.wait(timeout=900) == 0, slurm.logs()
        with open(slurm.folder + "/slurmctld.log", encoding="utf-8") as log:
            assert "equeue" in log.read(), "nothing was queued again"
        written = sorted(os.path.join(parts, name) for name in os.listdir(parts) if re.fullmatch(r"part\d+\.json", name))
        assert len(written) == 20, written
        assert fine("merge", "--json", *written) == whole
    assert not list(of_folder(slurm.folder)), "processes are left"


main()
