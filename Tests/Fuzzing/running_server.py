"""A running server of the program under test, and people who use it while others attack: for the campaigns `server` and `starvation`.

Everything here talks to loopback. Attackers and users tell their addresses by X-Forwarded-For, which a server believes from its own machine.
"""

import asyncio, base64, json, math, multiprocessing, os, random, re, shutil, signal, struct, subprocess, sys, tempfile, time, wave

ATTACKER, USER = "10.66.0.{}", "192.168.7.{}"


def now():
    """Microseconds of the machine's monotonic clock, which is the server's clock too."""
    return time.monotonic_ns() // 1000


def write_clicks(path, seconds, bpm, rate=8000):
    """A metronome, so that the server finds beats."""
    beat, samples = 60 / bpm, bytearray()
    for index in range(int(seconds * rate)):
        at = index / rate % beat
        value = 0.7 * math.cos(2 * math.pi * 1000 * at) * math.exp(-at / 0.006) if at < 0.05 else 0
        samples += struct.pack("<h", int(value * 32767))
    with wave.open(path, "wb") as file:
        file.setparams((1, 2, rate, 0, "NONE", None))
        file.writeframes(samples)
    # A file that was just written may be incomplete: a scan would leave it for later.
    os.utime(path, (time.time() - 60,) * 2)


class Server:
    """The program with a data folder and music of its own. The folder stays until `remove`."""

    def __init__(self, program, options=(), songs=8, seconds=40):
        self.folder = tempfile.mkdtemp(prefix="downbeat-campaign-")
        self.music, self.data = os.path.join(self.folder, "music"), os.path.join(self.folder, "data")
        uploads = os.path.join(self.folder, "uploads")
        for folder in (self.music, self.data, uploads):
            os.mkdir(folder)
        for song in range(songs):
            write_clicks(os.path.join(self.music, f"song {song}.wav"), seconds, 90 + 10 * song)
        self.log = open(os.path.join(self.folder, "log"), "w+b")
        self.process = subprocess.Popen(
            [program, "serve", self.music, "--data", self.data, "--port", "0", "--bind", "127.0.0.1", "--log", "info,json",
             "--public", os.path.join(os.path.dirname(__file__), "../../Public"), "--upload-folder", uploads, *options],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        self.port = self._port()
        with open(os.path.join(self.data, "token")) as file:
            self.token = file.read().strip()

    def _port(self):
        for _ in range(1200):
            found = re.search(rb'"listening",.*?"url":"[^"]*:(\d+)/', open(self.log.name, "rb").read())
            if found:
                return int(found[1])
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise SystemExit(f"The server did not start: {open(self.log.name, errors='replace').read()[-2000:]}")

    async def rest(self):
        """Waits until every song is analyzed."""
        for _ in range(1200):
            # In this order: a scan that has ended leaves no song unknown to the analysis.
            scan, library = await ask(self.port, "GET", "/api/v1/library")
            status, body = await ask(self.port, "GET", "/api/v1/analysis")
            if status == scan == 200:
                work = json.loads(body)
                if work["pending"] == work["running"] == 0 and not json.loads(library)["scanning"] and work.get("done", 1):
                    return
            await asyncio.sleep(0.1)
        raise SystemExit("The server did not come to rest.")

    def restarts(self):
        """How often a guardian had to start the server again; None where there is no guardian."""
        found = re.findall(r"^downbeat_restarts_total(?:\{[^}]*\})? (\d+)", self.metrics(), re.M)
        return sum(map(int, found)) if found else None

    def metrics(self):
        return asyncio.run(ask(self.port, "GET", "/metrics"))[1].decode(errors="replace")

    def memory(self):
        """Resident bytes of the program and its children."""
        total, family = 0, {self.process.pid}
        for name in sorted((n for n in os.listdir("/proc") if n.isdigit()), key=int):
            try:
                with open(f"/proc/{name}/stat") as file:
                    fields = file.read().rpartition(")")[2].split()
            except OSError:
                continue
            if int(name) in family or int(fields[1]) in family:
                family.add(int(name))
                total += int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
        return total

    def is_alive(self):
        return self.process.poll() is None

    def stop(self):
        """Ends it as a service manager would; says what was wrong with its end, or nothing."""
        if not self.is_alive():
            return f"the server had ended with {self.process.returncode}"
        self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return "the server did not end within 15 s of SIGTERM"
        return None if code == 0 else f"the server ended with {code} after SIGTERM"

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


async def ask(port, method, path, body=b"", headers=(), address=USER.format(1), limit=30):
    """One request on a connection of its own: the status and the body; 0 where no answer came."""
    try:
        async with asyncio.timeout(limit):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", f"X-Forwarded-For: {address}", "Connection: close",
                         *headers]
                if body or method in ("POST", "PUT", "PATCH"):
                    lines.append(f"Content-Length: {len(body)}")
                writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
                answer = await reader.read(-1)
            finally:
                writer.close()
    except (OSError, asyncio.TimeoutError):
        return 0, b""
    head, _, rest = answer.partition(b"\r\n\r\n")
    status = re.match(rb"HTTP/1\.1 (\d{3})", head)
    if b"transfer-encoding: chunked" in head.lower():
        rest = unchunked(rest)
    return int(status[1]) if status else 0, rest


def unchunked(bytes_):
    whole = b""
    while bytes_:
        size, _, bytes_ = bytes_.partition(b"\r\n")
        count = int(size.split(b";")[0] or b"0", 16)
        if not count:
            break
        whole, bytes_ = whole + bytes_[:count], bytes_[count + 2:]
    return whole


class Lost(Exception):
    pass


class WebSocket:
    """Just enough of RFC 6455 for a client that nobody attacks."""

    @classmethod
    async def open(cls, port, query="", address=USER.format(1), token=None):
        self = cls()
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
        key = base64.b64encode(os.urandom(16)).decode()
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        self.writer.write(
            f"GET /ws{query} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX-Forwarded-For: {address}\r\n{bearer}"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        try:
            head = await self.reader.readuntil(b"\r\n\r\n")
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
            self.writer.close()
            raise Lost("no answer to the upgrade") from error
        if not head.startswith(b"HTTP/1.1 101"):
            self.writer.close()
            raise Lost(head.split(b"\r\n")[0].decode("latin-1"))
        return self

    def send(self, message):
        self.frame(1, message if isinstance(message, bytes) else json.dumps(message).encode())

    def frame(self, opcode, payload, final=True):
        size = len(payload)
        length = bytes([128 | size]) if size < 126 else (
            b"\xfe" + size.to_bytes(2, "big") if size < 65536 else b"\xff" + size.to_bytes(8, "big"))
        # A mask of zeros leaves the payload unchanged.
        self.writer.write(bytes([(128 if final else 0) | opcode]) + length + bytes(4) + payload)

    async def receive(self, reads_text=True):
        """The next message: an object for text, or None where that is not to be read, and bytes for binary."""
        whole, kind = b"", 0
        while True:
            try:
                first, second = await self.reader.readexactly(2)
                size = second & 127
                if size > 125:
                    size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
                payload = await self.reader.readexactly(size)
            except (OSError, asyncio.IncompleteReadError) as error:
                raise Lost("the connection ended") from error
            opcode = first & 15
            if opcode == 8:
                raise Lost(f"closed with {int.from_bytes(payload[:2], 'big')}")
            if opcode == 9:
                self.frame(10, payload)
            elif opcode < 3:
                kind, whole = opcode or kind, whole + payload
                if first & 128:
                    if kind == 2:
                        return whole
                    return json.loads(whole) if reads_text else None

    def close(self):
        self.writer.close()


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


class Users:
    """Hosts, a lamp and somebody who looks at the API in one process, screens in another. They only use what is offered.

    All of them stand for other machines, which do not share processors with the server: the first process goes before all others,
    for its waiting is measured, and the second after all others. `take()` gives what they met since the last call.
    """

    def __init__(self, server, screens=4):
        self.pipes, self.processes = [], []
        for users, words in ((_askers, (server.port, server.token)), (_screens, (server.port, screens))):
            mine, theirs = multiprocessing.Pipe()
            process = multiprocessing.Process(target=_use, args=(users, theirs, *words), daemon=True)
            process.start()
            self.pipes.append(mine)
            self.processes.append(process)
        for pipe in self.pipes:
            if not pipe.poll(60):
                raise SystemExit("The users of the server are not ready.")
            pipe.recv()

    def take(self):
        for pipe in self.pipes:
            pipe.send("take")
        asked, watched = (pipe.recv() for pipe in self.pipes)
        return asked.answers() | watched.frames_seen() | {
            "refused": asked.refused + watched.refused, "lost": asked.lost + watched.lost, "words": (asked.words + watched.words)[:3]}

    def stop(self):
        for process in self.processes:
            process.terminate()
            process.join()


class Met:
    """What users met in a while: milliseconds each, and counts."""

    def __init__(self):
        self.health, self.api, self.command, self.lamp, self.margin, self.lateness = [], [], [], [], [], []
        self.refused = self.lost = 0
        self.words = []
        self.heard = set()

    def answers(self):
        figures = {"machine late": max(self.lateness, default=0), "machine p99": percentile(self.lateness, 0.99),
                   "lamp frames": len(self.lamp)}
        for name, values in (("health", self.health), ("api", self.api), ("command", self.command), ("lamp", self.lamp)):
            figures[name + "s"] = len(values)
            figures[name + " p50"], figures[name + " p99"] = percentile(values, 0.5), percentile(values, 0.99)
            figures[name + " most"] = max(values, default=0)
        return figures

    def frames_seen(self):
        return {
            "late frames": sum(margin < 0 for margin in self.margin), "messages of frames": len(self.margin),
            "latest frame": -min(self.margin, default=0), "screens late": max(self.lateness, default=0),
            "screens with frames": len(self.heard)}


def _use(users, pipe, *words):
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asyncio.run(_used(users, pipe, *words))


async def _used(users, pipe, *words):
    met = [Met()]

    async def machine():
        while True:
            before = now()
            await asyncio.sleep(0.01)
            met[0].lateness.append((now() - before) / 1000 - 10)

    running = [asyncio.create_task(task) for task in [machine(), *users(met, *words)]]
    pipe.send("ready")

    def asked():
        pipe.recv()
        taken, met[0] = met[0], Met()
        pipe.send(taken)

    asyncio.get_running_loop().add_reader(pipe.fileno(), asked)
    await asyncio.gather(*running)


async def _again(met, body, *words):
    while True:
        try:
            await body(*words)
        except (Lost, OSError) as error:
            met[0].lost += 1
            met[0].words.append(str(error))
            await asyncio.sleep(0.2)


HOSTS = 4  # each on its own connection, so that their requests reach all of the server's loops


def _askers(met, port, token):
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    except OSError:
        pass  # if that is not allowed, the delay of this process is reported too

    async def probe(path, name):
        while True:
            before = now()
            status, _ = await ask(port, "GET", path, address=USER.format(2))
            getattr(met[0], name).append((now() - before) / 1000)
            if status != 200:
                met[0].refused += 1
                met[0].words.append(f"{path}: {status}")
            await asyncio.sleep(0.05)

    async def host(rng):
        socket = await WebSocket.open(port, "?streams=state&kind=controller", USER.format(3), token)
        number, began = 0, 0
        try:
            while True:
                number, began = number + 1, now()
                socket.send({"type": "command", "id": number, "do": "set", "volume": round(rng.uniform(0.5, 0.9), 3)})
                while True:
                    message = await socket.receive()
                    if message["type"] in ("result", "error") and message.get("id") == number:
                        break
                if message["type"] == "error":
                    met[0].refused += 1
                    met[0].words.append(message["message"])
                met[0].command.append((now() - began) / 1000)
                await asyncio.sleep(rng.uniform(0.1, 0.25))
        finally:
            socket.close()

    async def lamp():
        socket = await WebSocket.open(port, "?streams=frames&mode=live&fps=30&bands=16", USER.format(4))
        try:
            while True:
                message = await socket.receive()
                if isinstance(message, bytes):
                    met[0].lamp.append((now() - struct.unpack_from("<q", message, 8)[0]) / 1000)
        finally:
            socket.close()

    return [probe("/health", "health"), probe("/api/v1/rooms/main", "api"), _again(met, lamp),
            *(_again(met, host, random.Random(number)) for number in range(HOSTS))]


def _screens(met, port, screens):
    os.nice(5)

    async def screen(number):
        socket = await WebSocket.open(port, "?streams=frames,beats,state&kind=screen", USER.format(5 + number % 200))
        generation = -1
        try:
            while True:
                message = await socket.receive(reads_text=False)
                if not isinstance(message, bytes):
                    continue
                arrived = now()
                _, _, count, of, due = struct.unpack_from("<BBHIq", message)
                # The first frames after joining or a change are to be shown at once, so they have no margin.
                if of == generation:
                    met[0].margin.append((due - arrived) / 1000)
                    met[0].heard.add(number)
                generation = of
        finally:
            socket.close()

    return [_again(met, screen, number) for number in range(screens)]
