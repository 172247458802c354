"""A small client of Downbeat's rooms, for Python 3.8 and newer: nothing to install, copy it beside your script.

    import downbeat

    for event in downbeat.Room("http://localhost:8080", {"beats": True}):
        if event["type"] == "beat":
            print(event["beat"])

Beats and frames come out of the loop at the moment they are due by the server's clock, a timeline when it comes into force,
everything else as it arrives. What a pause, a seek or another track has made void does not come at all. A lost connection is made
anew. Times are whole microseconds of the server's clock, as in all messages.
"""

import argparse, base64, collections, hashlib, heapq, json, os, random, select, signal, socket, ssl, struct, sys, time
from urllib.parse import urlsplit

LATEST = 250_000  # beats and frames that are later than this are dropped
SILENCE = 5_000_000  # the server answers every second: after this long the connection is dead
LARGEST = 1 << 24  # bytes of a message; the server's are far smaller


class Lost(Exception):
    """The connection was closed; it may be opened again."""


def local_time():
    return time.monotonic_ns() // 1000


class WebSocket:
    """The needed part of RFC 6455: text and binary messages, fragmentation, ping and close."""

    def __init__(self, address):
        parts = urlsplit(address)
        secure = parts.scheme in ("https", "wss")
        self.socket = socket.create_connection((parts.hostname, parts.port or (443 if secure else 80)), timeout=5)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if secure:
            self.socket = ssl.create_default_context().wrap_socket(self.socket, server_hostname=parts.hostname)
        self.buffer, self.pieces, self.kind = b"", b"", 0
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET {parts.path} HTTP/1.1\r\nHost: {parts.netloc.rpartition('@')[2]}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        while b"\r\n\r\n" not in self.buffer:
            self._read()
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
        if not (head.startswith(b"HTTP/1.1 101") and accept in head):
            raise Lost(f"no WebSocket there: {head.splitlines()[0].decode('latin-1')}")

    def send(self, text):
        self._send(1, text.encode())

    def messages(self):
        """The received messages, text as str and binary as bytes; waits only if there are none."""
        self._read()
        while True:
            frame = self._frame()
            if frame is None:
                return
            final, opcode, payload = frame
            if opcode == 8:
                self._send(8, payload[:2])
                raise Lost(f"closed with {int.from_bytes(payload[:2], 'big')} {payload[2:].decode('utf-8', 'replace')}".strip())
            elif opcode == 9:
                self._send(10, payload)
            elif opcode < 3:
                self.kind = opcode or self.kind
                self.pieces += payload
                if final:
                    whole, self.pieces = self.pieces, b""
                    yield whole.decode() if self.kind == 1 else whole

    def _frame(self):
        have = self.buffer
        if len(have) < 2:
            return None
        size, start = have[1] & 127, 2
        if size > 125:
            start = 4 if size == 126 else 10
            size = int.from_bytes(have[2:start], "big")
        if size + len(self.pieces) > LARGEST:
            raise Lost("a message that is too long")
        if len(have) < start + size:
            return None
        self.buffer = have[start + size:]
        return have[0] & 128, have[0] & 15, have[start:start + size]

    def _send(self, opcode, payload):
        size = len(payload)
        length = bytes([128 | size]) if size < 126 else bytes([254]) + size.to_bytes(2, "big")
        mask = os.urandom(4)
        self.socket.sendall(bytes([128 | opcode]) + length + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload)))

    def _read(self):
        got = self.socket.recv(1 << 16)
        while got and getattr(self.socket, "pending", int)():
            got += self.socket.recv(1 << 16)  # TLS may buffer bytes that select() does not see
        if not got:
            raise Lost("closed")
        self.buffer += got


class Clock:
    """The server's time by the fastest of the last answers; it changes smoothly and never runs backwards."""

    def __init__(self):
        self.answers = collections.deque()
        self.aim = self.offset = None
        self.read = self.shown = 0

    def hear(self, asked, read, answered, heard):
        trip, offset = heard - asked - (answered - read), (read + answered - asked - heard) / 2
        if self.aim is not None and abs(offset - self.aim) > trip + 50_000:
            self.answers.clear()  # one of the two computers was suspended
        self.answers.append((heard, trip, offset))
        while heard - self.answers[0][0] > 30_000_000:
            self.answers.popleft()
        # Two clocks drift apart by about 50 us a second, so an old answer is worth less than a new one with the same delay.
        self.aim = min(self.answers, key=lambda answer: answer[1] / 2 + (heard - answer[0]) * 50e-6)[2]

    def now(self):
        local = local_time()
        away = self.aim - (self.aim if self.offset is None else self.offset)
        step = (local - self.read) * 0.005  # an inaudible change of speed
        self.offset = self.aim if abs(away) > 20_000 else self.aim - away + max(-step, min(step, away))
        self.read = local
        self.shown = max(self.shown, local + self.offset)
        return self.shown


def announced(message):
    """The events of a message as (due, event); due is None for events without a due time."""
    if isinstance(message, dict):
        yield message.get("from" if message["type"] == "timeline" else "due"), message
    elif message[:2] == b"\x01\x01":
        _, _, count, generation, due, _, rate, bands, stride = struct.unpack_from("<BBHIqiBBH", message)
        for number in range(count):
            start = 24 + number * stride
            phase, beat, loudness, onset, top = struct.unpack_from("<HBBBB", message, start + bands)
            at = due + round(number * 1e6 / rate)
            yield at, {"type": "frame", "generation": generation, "due": at, "bands": message[start:start + bands],
                       "phase": None if beat == 255 else phase / 65536, "beat": beat, "loudness": loudness, "onset": onset,
                       "top": top}


def heights(frame):
    """The height to draw for each band of a frame, 0 to 1, so that treble and quiet music are visible too."""
    top, bands = frame["top"], frame["bands"]
    low = max(6, top - 134)
    return [min(max((band - 70 * (1 - index / len(bands)) - low) / (top - low), 0), 1) for index, band in enumerate(bands)]


class Room:
    """The events of a room, each when it is due, or `early` microseconds before for slow outputs; `plan` as `announced`."""

    def __init__(self, server, streams, room="main", name="", early=0, plan=announced):
        self.address = server.rstrip("/") + "/ws"
        self.hello = {"type": "hello", "protocol": 1, "kind": "script", "room": room, "name": name, "streams": streams}
        self.early, self.plan = early, plan
        self._forget()

    def _forget(self):
        self.clock, self.queue, self.timelines, self.serial, self.joined = Clock(), [], {}, 0, False

    def __iter__(self):
        attempt = 0
        while True:
            self._forget()
            web = None
            try:
                web = WebSocket(self.address)
                web.send(json.dumps(self.hello))
                yield from self._events(web)
            except (OSError, Lost, ValueError, KeyError) as problem:
                attempt = 1 if self.joined else attempt + 1
                wait = min(0.125 * 2 ** attempt, 2.5) * random.uniform(1, 1.2)
                print(f"{self.address}: {problem}; trying again in {wait:.1f} s", file=sys.stderr, flush=True)
                time.sleep(wait)
            finally:
                if web:
                    web.socket.close()

    def _events(self, web):
        asked, ask_at, heard = 0, 0, local_time()
        while True:
            now = local_time()
            if now >= ask_at:
                web.send(json.dumps({"type": "time", "t1": local_time()}))
                asked, ask_at = asked + 1, now + (50_000 if asked < 20 else 1_000_000)
            if now - heard > SILENCE:
                raise Lost("nothing heard for 5 s")
            wait = ask_at - now
            if self.queue and self.clock.aim is not None:
                wait = min(wait, self.queue[0][0] - self.early - self.clock.now())
            if select.select([web.socket], [], [], max(0, wait) / 1e6)[0]:
                heard = local_time()
                for message in web.messages():
                    yield from self._take(message, heard)
            yield from self._due()

    def _take(self, message, heard):
        if isinstance(message, str):
            message = json.loads(message)
            kind = message["type"]
            if kind == "time":
                return self.clock.hear(message["t1"], message["t2"], message["t3"], heard)
            if kind == "error" and not self.joined:
                sys.exit(f"{self.address}: {message['message']}")
            self.joined = self.joined or kind == "welcome"
            timeline = message if kind == "timeline" else message.get("timeline")
            if timeline:
                self.timelines[timeline["generation"]] = timeline["from"]
        for due, event in self.plan(message):
            if due is None:
                yield event
            else:
                self.serial += 1
                heapq.heappush(self.queue, (due, self.serial, event))

    def _due(self):
        while self.queue and self.clock.aim is not None:
            due, _, event = self.queue[0]
            now = self.clock.now()
            if due - self.early > now:
                return
            heapq.heappop(self.queue)
            # The current generation is the greatest whose time has come; events of smaller ones are dropped.
            in_force = max((generation for generation, begin in self.timelines.items() if begin <= max(now, due)), default=0)
            if event.get("generation", in_force) < in_force or event["type"] == "beat" and now - due > LATEST:
                continue
            self.timelines = {generation: begin for generation, begin in self.timelines.items() if generation >= in_force}
            yield event


def options(description):
    """A parser for the options of all scripts."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server", nargs="?", default="http://localhost:8080", help="its address (default: %(default)s)")
    parser.add_argument("--room", default="main", help="the room to follow (default: %(default)s)")
    parser.add_argument("--name", default=os.path.basename(sys.argv[0]), help="what the server's list calls this (default: %(default)s)")
    parser.add_argument("--early", type=float, default=0, metavar="MS", help="act so much early, for lamps that are slow (default: 0)")
    return parser


def join(options, streams, plan=announced):
    """The room that the options name."""
    if urlsplit(options.server).scheme not in ("http", "https"):
        sys.exit(f"{options.server} is no address: it begins with http:// or https://")
    return Room(options.server, streams, options.room, options.name, round(options.early * 1000), plan)


def run(main):
    """Runs a script's main function; Ctrl-C, kill and a closed pipe end it without a traceback."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
