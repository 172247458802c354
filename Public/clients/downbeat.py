"""A client of Downbeat's rooms for Python 3.9 and newer: one file, nothing to install. Copy it beside your script.

    import downbeat

    room = downbeat.connect("http://localhost:8080")
    for beat in room.beats():
        print(beat.bar, beat.position, beat.tempo)

`beats` yields each beat at the moment it sounds, `frames` the spectrum, `events` everything. `state` tells what plays, and `command`
changes it: for that, connect with a control link, or with `token=`. A pause or a seek replaces what was announced, so those beats do
not come. If the connection is lost, the loop reconnects by itself and goes on; the server's clock and the beats that are already known
are kept. What cannot be cured by waiting raises `Problem`, whose text says what to do.

A room is for one thread. Times are whole microseconds of the server's clock, as in all messages.
"""

from __future__ import annotations

import argparse
import base64
import collections
import hashlib
import heapq
import json
import logging
import os
import random
import re
import select
import signal
import socket
import ssl
import struct
import sys
import time
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Iterator, Optional, Union
from urllib.parse import parse_qs, urlsplit

LATEST = 250_000  # beats and frames that are later than this are dropped
SILENCE = 5_000_000  # the server answers every second: after this long the connection is dead
PATIENCE = 10_000_000  # how long `command` and `state` wait for an answer
LARGEST = 1 << 24  # bytes of a message; the server's are far smaller
LARGEST_SENT = 65_535  # bytes of a message to the server
LARGEST_HEAD = 1 << 16  # bytes of an answer that is no WebSocket
MOST_WAITING = 4096  # events that wait to become due, or to be read
MOST_TIMELINES = 64

log = logging.getLogger("downbeat")

Event = dict[str, Any]
Plan = Callable[[Any], Iterable[tuple[Optional[int], Event]]]


class Problem(Exception):
    """Something that does not pass by itself. The text says what to do; `code` is for programs."""

    def __init__(self, text: str, code: str = "problem") -> None:
        super().__init__(text)
        self.code = code


class Lost(Exception):
    """The connection was closed; it may be opened again."""


@dataclass(frozen=True)
class Beat:
    """A beat, at its moment."""

    number: int  #: from 0, in the track
    bar: Optional[int]  #: from 1; 0 before the first downbeat, None where bars are not known
    position: Optional[int]  #: in the bar, 1 for the downbeat; None where bars are not known
    tempo: float  #: beats a minute around this beat
    confidence: Optional[float]  #: of the track's beats, 0 to 1; None while not known
    due: int  #: when it sounds, by the server's clock
    late_ms: float  #: how long after its moment it was yielded

    @property
    def is_downbeat(self) -> bool:
        """Whether it is the first of its bar."""
        return self.position == 1


@dataclass(frozen=True)
class Frame:
    """The spectrum of a moment."""

    heights: list[float]  #: of each point from low to high, 0 to 1, to draw as they are
    phase: Optional[float]  #: how much of the current beat has passed, 0 to 1; None without beats
    position: Optional[int]  #: of the current beat in its bar, from 1; None where not known
    loudness: float  #: 0 to 1
    onset: float  #: how strongly something begins, 0 to 1
    due: int  #: when it sounds, by the server's clock
    late_ms: float  #: how long after its moment it was yielded


def local_time() -> int:
    """This computer's clock in microseconds."""
    return time.monotonic_ns() // 1000


class Place:
    """What an address or a link says: the server, the room and the token."""

    def __init__(self, address: str) -> None:
        shown = address.partition("#")[0]
        try:
            parts = urlsplit(address)
            self.host, self.port, self.scheme = parts.hostname, parts.port, parts.scheme
        except ValueError:
            raise Problem(f"{shown} is no address: it begins with http:// or https://", "address") from None
        if self.scheme not in ("http", "https") or not self.host:
            raise Problem(f"{shown} is no address: it begins with http:// or https://", "address")
        self.netloc = parts.netloc.rpartition("@")[2]
        self.path = re.sub(r"/(index\.html)?$", "", parts.path)
        self.server = f"{self.scheme}://{self.netloc}{self.path}"
        self.room: Optional[str] = (parse_qs(parts.query).get("room") or [None])[0]
        words = dict(re.findall(r"(token|key)=([^&]+)", parts.fragment))
        self.token: Optional[str] = words.get("token")
        self.key: Optional[str] = words.get("key")  #: lets in to watch, where the server asks for it


class WebSocket:
    """The needed part of RFC 6455: text and binary messages, fragmentation, ping and close."""

    def __init__(self, place: Place, token: Optional[str] = None) -> None:
        secure = place.scheme == "https"
        plain = socket.create_connection((place.host, place.port or (443 if secure else 80)), timeout=5)
        self.socket: Union[socket.socket, ssl.SSLSocket] = plain
        self.buffer, self.pieces, self.kind = bytearray(), bytearray(), 0
        try:
            plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if secure:
                self.socket = ssl.create_default_context().wrap_socket(plain, server_hostname=place.host)
            self._greet(place, token)
        except BaseException:
            self.socket.close()
            raise

    def _greet(self, place: Place, token: Optional[str]) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        permit = f"Authorization: Bearer {token}\r\n" if token else ""
        self.socket.sendall(
            f"GET {place.path}/ws HTTP/1.1\r\nHost: {place.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{permit}"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        end, limit = -1, local_time() + SILENCE
        while end < 0:
            self._read()
            end = self.buffer.find(b"\r\n\r\n")
            if len(self.buffer) > LARGEST_HEAD or local_time() > limit:
                raise Problem(f"{place.server} does not answer like a Downbeat server: check the address and the port", "no-server")
        head = self.buffer[:end].decode("latin-1")
        del self.buffer[:end + 4]
        accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()).decode()
        if re.match(r"HTTP/1\.[01] (?!101)\d", head):
            raise refusal(place.server, head.partition("\r\n")[0], self._detail(head))
        if not head.startswith("HTTP/1.1 101") or accept not in head:
            raise Problem(f"{place.server} does not answer like a Downbeat server: check the address and the port", "no-server")

    def _detail(self, head: str) -> str:
        """The sentence of an answer in problem+json; empty if there is none."""
        size = re.search(r"(?im)^content-length: *(\d{1,5})\s*$", head)
        try:
            while size and len(self.buffer) < int(size[1]):
                self._read()
            return str(json.loads(self.buffer)["detail"])
        except (OSError, Lost, ValueError, KeyError, TypeError, RecursionError):
            return ""

    def send(self, message: Event) -> None:
        self._send(1, json.dumps(message).encode())

    def messages(self) -> Iterator[Union[str, bytes]]:
        """The received messages, text as str and binary as bytes; waits only if there are none."""
        self._read()
        while True:
            frame = self._frame()
            if frame is None:
                return
            final, opcode, payload = frame
            if opcode == 8:
                raise Lost(f"closed with {int.from_bytes(payload[:2], 'big')} {payload[2:].decode('utf-8', 'replace')}".strip())
            elif opcode == 9:
                self._send(10, payload)
            elif opcode < 3:
                self.kind = opcode or self.kind
                self.pieces += payload
                if final:
                    whole, self.pieces = bytes(self.pieces), bytearray()
                    try:
                        yield whole.decode() if self.kind == 1 else whole
                    except UnicodeDecodeError:
                        raise Lost("a text that is not UTF-8") from None

    def _frame(self) -> Optional[tuple[int, int, bytes]]:
        have = self.buffer
        if len(have) < 2:
            return None
        size, start = have[1] & 127, 2
        if have[1] & 128 or (have[0] & 8 and size > 125):
            raise Lost("frames that are not those of a server")
        if size > 125:
            start = 4 if size == 126 else 10
            if len(have) < start:
                return None
            size = int.from_bytes(have[2:start], "big")
        if size + len(self.pieces) > LARGEST:
            raise Lost("a message that is too long")
        if len(have) < start + size:
            return None
        frame = have[0] & 128, have[0] & 15, bytes(have[start:start + size])
        del have[:start + size]
        return frame

    def _send(self, opcode: int, payload: bytes) -> None:
        size = len(payload)
        if size > LARGEST_SENT:
            raise Problem(f"a message of {size} bytes is too long: send at most {LARGEST_SENT}", "too-long")
        length = bytes([128 | size]) if size < 126 else bytes([254]) + size.to_bytes(2, "big")
        mask = os.urandom(4)
        self.socket.sendall(bytes([128 | opcode]) + length + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload)))

    def _read(self) -> None:
        got = self.socket.recv(1 << 16)
        while got and getattr(self.socket, "pending", int)() and len(got) < 1 << 20:
            got += self.socket.recv(1 << 16)  # TLS may buffer bytes that select() does not see
        if not got:
            raise Lost("closed")
        self.buffer += got


def refusal(server: str, line: str, detail: str) -> Exception:
    """What an HTTP answer other than a WebSocket means."""
    status = (line.split() + ["", ""])[1]
    advice = {
        "401": "connect with a link of this server, or with token=",
        "403": "the server does not allow this",
        "404": "is this the address of a Downbeat server?",
        "421": "start the server with --allow-host and the name in this address, or use its numeric address",
        "301": "use https:// in the address", "308": "use https:// in the address",
    }.get(status)
    if advice is None and status[:1] in ("4", "3") and status != "429":
        advice = "is this the address of a Downbeat server?"
    said = detail.rstrip(".") or f"answers {status}"
    return Problem(f"{server}: {said}; {advice}", f"http-{status}") if advice else Lost(said)


ADVICE = {
    "token-needed": "Connect with the control link, which the server prints at its start, or with token=.",
    "token-wrong": "Copy the link or the token of this server again; the owner's is the file named token in its data folder.",
    "token-ended": "Ask the host for a new link.",
    "role-needed": "Ask the host for a link that allows this.",
}


class Clock:
    """The server's time by the fastest of the last answers; it changes smoothly and never runs backwards."""

    def __init__(self) -> None:
        self.answers: collections.deque[tuple[int, int, float]] = collections.deque(maxlen=256)
        self.aim: Optional[float] = None
        self.offset: Optional[float] = None
        self.read: int = 0
        self.shown: float = 0

    def hear(self, asked: int, read: int, answered: int, heard: int) -> None:
        if not heard - 30_000_000 < asked <= heard:
            return
        trip, offset = heard - asked - (answered - read), (read + answered - asked - heard) / 2
        if self.aim is not None and abs(offset - self.aim) > trip + 50_000:
            self.answers.clear()  # one of the two computers was suspended
        self.answers.append((heard, trip, offset))
        while heard - self.answers[0][0] > 30_000_000:
            self.answers.popleft()
        # Two clocks drift apart by about 50 us a second, so an old answer is worth less than a new one with the same delay.
        self.aim = min(self.answers, key=lambda answer: answer[1] / 2 + (heard - answer[0]) * 50e-6)[2]

    def now(self) -> float:
        """The server's time in microseconds."""
        assert self.aim is not None, "no answer yet"
        local = local_time()
        away = self.aim - (self.aim if self.offset is None else self.offset)
        step = (local - self.read) * 0.005  # an inaudible change of speed
        self.offset = self.aim if abs(away) > 20_000 else self.aim - away + max(-step, min(step, away))
        self.read = local
        self.shown = max(self.shown, local + self.offset)
        return self.shown


def announced(message: Any) -> Iterator[tuple[Optional[int], Event]]:
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


def heights(frame: Event) -> list[float]:
    """The height to draw for each band of a frame, 0 to 1, so that treble and quiet music are visible too."""
    top, bands = frame["top"], frame["bands"]
    low = max(6, top - 134)
    return [min(max((band - 70 * (1 - index / len(bands)) - low) / (top - low), 0), 1) for index, band in enumerate(bands)]


class Room:
    """A room of a server. `connect` makes one that has answered; made directly, it connects when it is first used and never gives up.

    Events come when each is due, or `early` microseconds before for slow outputs; `plan` as `announced`.
    """

    def __init__(self, server: str, streams: Optional[Event] = None, room: Optional[str] = None, name: str = "", early: int = 0,
                 plan: Plan = announced, token: Optional[str] = None) -> None:
        self.place = Place(server)
        self.token = (token or self.place.token or "").strip() or None
        self._permit = self.token or self.place.key
        if self._permit and not re.fullmatch(r"[!-~]{1,512}", self._permit):
            raise Problem("this is no token: it has no spaces and no special letters", "token-wrong")
        self.room = room or self.place.room or "main"
        self.streams: Event = dict(streams or {})
        self.name, self.early, self.plan = name, early, plan
        self.clock = Clock()
        self.closed = False
        self.role: Optional[str] = None  #: viewer, guest, host or owner, once known
        self._web: Optional[WebSocket] = None
        self._ready: collections.deque[Event] = collections.deque(maxlen=MOST_WAITING)
        self._answers: dict[int, Event] = {}
        self._number = 0  # of the last command
        self._attempt, self._retry_at = 0, 0
        self._state: Optional[Event] = None
        self._begin()

    def _begin(self) -> None:
        """Forgets what belongs to the connection before; the clock and what is announced stay until the server answers."""
        self._asked, self._ask_at, self._waiting = 0, 0, 0
        self.joined = False
        self._forget()

    def _forget(self) -> None:
        self.queue: list[tuple[int, int, Event]] = []
        self.timelines: dict[int, int] = {}
        self.confidences: dict[int, float] = {}
        self.serial = 0

    def __iter__(self) -> Iterator[Event]:
        return self.events()

    def __enter__(self) -> Room:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leaves the room, and ends its loops."""
        self.closed = True
        self._hang_up()

    def beats(self) -> Iterator[Beat]:
        """Each beat at its moment. Music without clear beats has none; a loop body that takes longer than a quarter of a second
        misses those that pass meanwhile."""
        self.want(beats={"lead": 2}, grid=True)
        for event in self.events():
            if event["type"] == "beat":
                yield Beat(event["beat"], event["bar"] if event["position"] else None, event["position"] or None, event["bpm"],
                           self.confidences.get(event["generation"]), event["due"], self._late(event))

    def frames(self, fps: int = 30, points: int = 64) -> Iterator[Frame]:
        """The spectrum, `fps` times a second (1 to 120), at so many points (1 to 64) from low to high, each at its moment."""
        if not (1 <= fps <= 120 and 1 <= points <= 64):
            raise Problem(f"frames have an fps from 1 to 120 and 1 to 64 points, not {fps} and {points}", "bad-value")
        self.want(frames={"fps": fps, "bands": points, "lead": 1})
        for event in self.events():
            if event["type"] == "frame":
                beat = event["beat"]
                yield Frame(heights(event), event["phase"], beat if 0 < beat < 255 else None, event["loudness"] / 255,
                            event["onset"] / 255, event["due"], self._late(event))

    def events(self) -> Iterator[Event]:
        """The server's messages and the frames, each when it is due, or as it arrives if it has no due time. Ends after `close`."""
        while not self.closed:
            self._turn()
            while self._ready and not self.closed:
                yield self._ready.popleft()
            yield from self._due()

    @property
    def state(self) -> Event:
        """What plays and how: `state["track"]`, `state["timeline"]`, `state["queue"]`; the newest that has arrived."""
        self.want(state=True)
        end = local_time() + PATIENCE
        self._turn(0)
        while self._state is None:
            self._turn(end)
            if local_time() > end:
                raise Problem(f"{self.place.server}: no answer in {PATIENCE // 1_000_000} s; is the server running?", "late")
        return self._state

    def command(self, do: str, **fields: Any) -> Event:
        """Sends a command and waits until it is obeyed: `room.command("seek", position=30)`. Raises `Problem` if it is refused."""
        end = local_time() + PATIENCE
        self._turn(0)
        while not self.joined:
            self._turn(end)
            if local_time() > end:
                raise Problem(f"{self.place.server}: no connection in {PATIENCE // 1_000_000} s; is the server running?", "late")
        self._number += 1
        number, web = self._number, self._web
        self._send({"type": "command", "id": number, "do": do, **fields})
        while number not in self._answers:
            if self._web is not web or local_time() > end:
                raise Problem(f"no answer to \"{do}\": the connection was lost, so it may have been obeyed or not; look at state", "lost")
            self._turn(end)
        answer = self._answers.pop(number)
        if answer["type"] == "error":
            advice = ADVICE.get(answer["code"], "")
            raise Problem(f"{answer['message']} {advice}".strip(), answer["code"])
        return answer

    def want(self, **streams: Any) -> None:
        """Asks for more streams, named as in a hello."""
        new = {name: value for name, value in streams.items() if self.streams.get(name) != value}
        self.streams.update(new)
        if new and self.joined:
            self._send({"type": "subscribe", "streams": new})

    def _late(self, event: Event) -> float:
        return (self.clock.now() - event["due"] + self.early) / 1000

    def _send(self, message: Event) -> None:
        if self._web:
            try:
                self._web.send(message)
            except OSError as problem:
                self._lose(problem)

    def _turn(self, until: Optional[int] = None) -> None:
        """Waits until something arrived, something is due, or until that time."""
        try:
            if self._web is None:
                self._enter(until)
            else:
                self._hear(self._web, until)
        except (OSError, Lost) as problem:
            self._lose(problem)
        except Problem:
            self.close()
            raise

    def _lose(self, problem: Exception) -> None:
        if isinstance(problem, ssl.SSLCertVerificationError):
            self.close()
            raise Problem(f"{self.place.server}: its certificate is not known here; put it into a file and set SSL_CERT_FILE to that",
                          "certificate")
        self._attempt = 1 if self.joined else self._attempt + 1
        wait = min(0.125 * 2 ** min(self._attempt, 8), 2.5) * random.uniform(1, 1.2)
        self._retry_at = local_time() + int(wait * 1e6)
        self._hang_up()
        log.warning("%s: %s; trying again in %.1f s", self.place.server, problem, wait)

    def _hang_up(self) -> None:
        if self._web:
            self._web.socket.close()
        self._web, self.joined = None, False

    def _enter(self, until: Optional[int]) -> None:
        now = local_time()
        if now < self._retry_at:
            end = self._retry_at if until is None else min(until, self._retry_at)
            time.sleep(max(0, min(end - now, self._until_due())) / 1e6)
            return
        self._asked, self._ask_at, self._waiting = 0, 0, 0
        self._web = WebSocket(self.place, self._permit)
        hello = {"type": "hello", "protocol": 1, "kind": "script", "room": self.room, "name": self.name, "streams": self.streams}
        # Here too: with a wrong one the request alone would let in as a viewer, without a word.
        self._web.send({**hello, "token": self.token} if self.token else hello)

    def _hear(self, web: WebSocket, until: Optional[int]) -> None:
        now = local_time()
        if now >= self._ask_at:
            web.send({"type": "time", "t1": now})
            self._asked += 1
            self._ask_at = now + (50_000 if self._asked < 20 else 1_000_000)
            self._waiting = self._waiting or now
        wait = min(self._ask_at - now, self._until_due())
        if until is not None:
            wait = min(wait, until - now)
        if select.select([web.socket], [], [], max(0, wait) / 1e6)[0]:
            heard, self._waiting = local_time(), 0
            for message in web.messages():
                self._hold(message, heard)
        elif self._waiting and local_time() - self._waiting > SILENCE:
            raise Lost("nothing heard for 5 s")

    def _until_due(self) -> int:
        """Microseconds until the next event is due; an hour if there is none."""
        if not self.queue or self.clock.aim is None:
            return 3_600_000_000
        return int(self.queue[0][0] - self.early - self.clock.now())

    def _hold(self, message: Union[str, bytes], heard: int) -> None:
        """Keeps the events of a message; a message that makes no sense ends the connection."""
        try:
            self._ready.extend(self._take(message, heard))
        except (ValueError, KeyError, TypeError, AttributeError, IndexError, ArithmeticError, RecursionError, struct.error) as problem:
            raise Lost(f"a message that makes no sense ({type(problem).__name__})") from problem

    def _take(self, text: Union[str, bytes], heard: int) -> Iterator[Event]:
        message: Any = text
        if isinstance(text, str):
            message = json.loads(text)
            kind = message["type"]
            if kind == "time":
                return self.clock.hear(whole(message["t1"]), whole(message["t2"]), whole(message["t3"]), heard)
            # A wrong token is told right after the welcome, which then is that of a viewer.
            if kind == "error" and (not self.joined or message["code"] in ("token-wrong", "token-ended") and message["id"] is None):
                raise Problem(f"{self.place.server}: {message['message']} {ADVICE.get(message['code'], '')}".strip(), message["code"])
            if kind in ("result", "error") and isinstance(message["id"], int):
                self._answers[message["id"]] = message
                while len(self._answers) > MOST_TIMELINES:
                    del self._answers[min(self._answers)]
            if kind == "welcome":
                self._forget()
                self.joined, self._attempt, self.role = True, 0, message.get("role")
            if kind == "state":
                self._state = message
            if kind == "grid":
                self.confidences[whole(message["generation"])] = float(message["confidence"])
                while len(self.confidences) > MOST_TIMELINES:
                    del self.confidences[min(self.confidences)]
            timeline = message if kind == "timeline" else message.get("timeline")
            if timeline:
                self.timelines[whole(timeline["generation"])] = whole(timeline["from"])
                while len(self.timelines) > MOST_TIMELINES:
                    del self.timelines[min(self.timelines)]
        for due, event in self.plan(message):
            if due is None:
                yield event
            elif len(self.queue) < MOST_WAITING:
                self.serial += 1
                heapq.heappush(self.queue, (whole(due), self.serial, event))

    def _due(self) -> Iterator[Event]:
        while self.queue and self.clock.aim is not None and not self.closed:
            due, _, event = self.queue[0]
            now = self.clock.now()
            if due - self.early > now:
                return
            heapq.heappop(self.queue)
            # The current generation is the greatest whose time has come; events of smaller ones are dropped.
            in_force = max((generation for generation, begin in self.timelines.items() if begin <= max(now, due)), default=0)
            if event.get("generation", in_force) < in_force or event["type"] in ("beat", "frame") and now - due > LATEST:
                continue
            self.timelines = {generation: begin for generation, begin in self.timelines.items() if generation >= in_force}
            yield event


def whole(number: Any) -> int:
    """The number, if it is one that the server may send."""
    if type(number) is not int or abs(number) >= 1 << 53:
        raise ValueError("not a number of microseconds")
    return number


class Datagrams:
    """Sends packets over UDP to one receiver. Those that cannot be sent are lost, which is told once until one goes out again."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._fails = False

    def send(self, packet: bytes) -> None:
        try:
            self.socket.sendto(packet, (self.host, self.port))
            self._fails = False
        except OSError as problem:
            if not self._fails:
                log.warning("%s:%d: %s; trying again with each packet", self.host, self.port, problem)
            self._fails = True


def connect(server: str, room: Optional[str] = None, token: Optional[str] = None, name: str = "", early_ms: float = 0,
            wait: bool = False) -> Room:
    """Enters a room, and returns when the server has answered.

    server: its address, or a link to it, of which the room and the token count
    room: another room than the link's (default: main)
    token: what controls the room, if the link does not have it; not needed to watch
    name: what the server's list of screens calls this (default: the name of the script)
    early_ms: yield beats and frames so much before their moment, for lamps that are slow
    wait: keep trying until the server is there, instead of raising `Problem`
    """
    made = Room(server, {"state": True}, room, name or os.path.basename(sys.argv[0]), round(early_ms * 1000), token=token)
    while not made.joined:
        made._turn()
        if not wait and made._attempt > 0:
            made.close()
            raise Problem(f"nothing answers at {made.place.server}: is the server running, and is this the address that it printed?", "no-server")
    end = local_time() + 300_000
    while made.token and made.role == "viewer" and local_time() < end:
        made._turn(end)  # the server may be about to say that the token is wrong
    return made


def options(description: Optional[str]) -> argparse.ArgumentParser:
    """A parser for the options of all scripts."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server", nargs="?", default="http://localhost:8080", help="its address or a link (default: %(default)s)")
    parser.add_argument("--room", help="the room to follow (default: the link's, or main)")
    parser.add_argument("--name", default=os.path.basename(sys.argv[0]), help="what the server's list calls this (default: %(default)s)")
    parser.add_argument("--early", type=float, default=0, metavar="MS", help="act so much early, for lamps that are slow (default: 0)")
    return parser


def host(text: str) -> str:
    """The name or the address of a receiver, for options."""
    try:
        text.encode("idna")
    except UnicodeError:
        raise argparse.ArgumentTypeError(f"{text} is no name of a host") from None
    return text


def port(text: str) -> int:
    """The port of a receiver, for options."""
    if not re.fullmatch(r"[0-9]{1,5}", text) or not 1 <= int(text) <= 65_535:
        raise argparse.ArgumentTypeError(f"{text} is no port: it is a number from 1 to 65535")
    return int(text)


def join(options: argparse.Namespace, streams: Event, plan: Plan = announced) -> Room:
    """The room that the options name. The environment variable DOWNBEAT_TOKEN has the token, since command lines can be seen."""
    return Room(options.server, streams, options.room, options.name, round(options.early * 1000), plan, os.environ.get("DOWNBEAT_TOKEN"))


def run(main: Callable[[], None]) -> None:
    """Runs a script's main function; Ctrl-C, kill and a closed pipe end it without a traceback."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        main()
    except Problem as problem:
        sys.exit(str(problem))
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
