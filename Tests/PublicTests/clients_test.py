"""What the clients in Python send and understand, byte by byte; run by `python3 -m unittest`."""

import base64
import contextlib
import hashlib
import io
import json
import pathlib
import socket
import struct
import sys
import threading
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Public/clients"))
sys.dont_write_bytecode = True

import downbeat
import midi_clock
import osc
import terminal
import wled


def frame(opcode, payload, is_final=True):
    size = len(payload)
    length = bytes([size]) if size < 126 else b"\x7e" + struct.pack(">H", size)
    return bytes([(128 if is_final else 0) | opcode]) + length + payload


def text(message):
    return frame(1, json.dumps(message).encode())


class Wire:
    """A server's end of one connection, which says what a test wants."""

    def __init__(self, script, step=1 << 16):
        self.door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.door.getsockname()[1]}"
        self.script, self.step, self.heard = script, step, []
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def _serve(self):
        self.peer, _ = self.door.accept()
        self.peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with self.peer, self.peer.makefile("rb") as self.stream:
            key = b""
            while (line := self.stream.readline().strip()):
                if line.lower().startswith(b"sec-websocket-key:"):
                    key = line.split()[1]
            accept = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
            self.peer.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                              b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n")
            while (message := self._message()) is not None:
                self.heard.append(message)
                said = json.loads(message[1]) if message[0] == 1 else {}
                if said.get("type") == "time":
                    self.peer.sendall(text({**said, "t2": downbeat.local_time(), "t3": downbeat.local_time()}))
                elif said.get("type") == "hello":
                    whole = self.script(downbeat.local_time())
                    for at in range(0, len(whole), self.step):
                        self.peer.sendall(whole[at:at + self.step])

    def _message(self):
        head = self.stream.read(2)
        if len(head) < 2:
            return None
        assert head[1] & 128, "clients mask"
        size = head[1] & 127
        if size == 126:
            size = struct.unpack(">H", self.stream.read(2))[0]
        mask, payload = self.stream.read(4), self.stream.read(size)
        return head[0] & 15, bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))


    def end(self):
        self.thread.join()
        self.door.close()


class SetClock:
    """One that stands where a test sets it."""

    aim = 0
    time = 0

    def now(self):
        return self.time


def events_until(wire, is_enough):
    shown = []
    with downbeat.Room(wire.address, {"beats": True}) as room:
        for event in room:
            shown.append(event)
            if is_enough(event):
                break
    wire.end()
    return shown


class Following(unittest.TestCase):
    def test_beats_come_when_due_and_none_of_a_generation_that_is_void(self):
        room = downbeat.Room("http://unused", {}, early=1)
        room.clock = SetClock()
        beat = lambda generation, due: {"type": "beat", "generation": generation, "due": due}
        timeline = lambda generation, begin: {"type": "timeline", "generation": generation, "from": begin}
        said = [timeline(256, 1_000), beat(256, 1_090), beat(256, 1_030), beat(512, 1_120), timeline(512, 1_060), timeline(513, 1_130)]
        for message in said:
            self.assertEqual(list(room._take(json.dumps(message), 0)), [])
        shown = []
        for room.clock.time in range(990, 1_200):
            shown += [(room.clock.time, event) for event in room._due()]
        self.assertEqual(shown, [
            (999, timeline(256, 1_000)), (1_029, beat(256, 1_030)), (1_059, timeline(512, 1_060)), (1_119, beat(512, 1_120)),
            (1_129, timeline(513, 1_130))])

    def test_what_was_announced_before_a_pause_is_void_and_so_is_a_beat_that_is_late(self):
        room = downbeat.Room("http://unused", {})
        room.clock = SetClock()
        room.clock.time = 1_000_000
        for kind, generation, due in (("timeline", 256, 0), ("beat", 256, 1_100_000), ("timeline", 257, 1_400_000), ("beat", 257, 1_500_000)):
            list(room._take(json.dumps({"type": kind, "generation": generation, "due": due, "from": due}), 0))
        self.assertEqual(len(list(room._due())), 1)
        list(room._take(json.dumps({"type": "timeline", "generation": 512, "from": 1_050_000}), 0))
        list(room._take(json.dumps({"type": "beat", "generation": 512, "due": 1_600_000}), 0))
        room.clock.time = 1_600_000 + downbeat.LATEST
        self.assertEqual([(event["type"], event["generation"]) for event in room._due()], [("timeline", 512), ("beat", 512)])
        list(room._take(json.dumps({"type": "beat", "generation": 512, "due": 1_599_999}), 0))
        self.assertEqual(list(room._due()), [])

    def test_messages_in_pieces_with_a_ping_between_them_read_the_same_however_they_arrive(self):
        words = {"type": "state", "words": "ü" * 40}
        half = json.dumps(words, ensure_ascii=False).encode()
        long = {"type": "last", "words": "x" * 70_000}
        tail = b"\x81\x7f" + struct.pack(">Q", len(json.dumps(long))) + json.dumps(long).encode()
        for step in (1, 7, 1000, 1 << 20):
            # Cut within a letter, which takes two bytes.
            said = frame(1, half[:31], is_final=False) + frame(9, b"are you there") + frame(0, half[31:]) + text({"type": "small"})
            wire = Wire(lambda now: said + (tail if step >= 1000 else text(long | {"words": "x" * 300})), step)
            shown = events_until(wire, lambda event: event["type"] == "last")
            self.assertEqual(shown[:2], [words, {"type": "small"}], step)
            self.assertEqual(len(shown[2]["words"]), 70_000 if step >= 1000 else 300)
            self.assertIn((10, b"are you there"), wire.heard)

    def test_frames_are_told_apart(self):
        head = struct.pack("<BBHIqiBBH", 1, 1, 2, 7, 1_000_000, 0, 50, 3, 9)
        first, second = (event for _, event in downbeat.announced(head + b"\1\2\3\0\x40\4\11\12\x80" + b"\4\5\6\0\0\xff\13\14\x81"))
        self.assertEqual((first["bands"], first["phase"], first["beat"], first["loudness"], first["onset"]), (b"\1\2\3", 0.25, 4, 9, 10))
        self.assertEqual((second["bands"], second["phase"], second["beat"]), (b"\4\5\6", None, 255))
        self.assertEqual((first["top"], second["top"]), (128, 129))
        self.assertEqual((first["due"], second["due"], second["generation"]), (1_000_000, 1_020_000, 7))

    def test_kinds_of_messages_that_are_not_known_bring_nothing(self):
        self.assertEqual(list(downbeat.announced(b"\2\1" + bytes(100))), [])
        self.assertEqual(list(downbeat.announced(b"\1\2" + bytes(100))), [])


class TheRoom(unittest.TestCase):
    """What `connect` makes."""

    state = {"type": "state", "track": {"title": "Song"}}

    def welcome(self, *more):
        return b"".join(map(text, ({"type": "welcome", "role": "guest"}, self.state) + more))

    def test_beats_know_their_place_and_their_confidence(self):
        wire = Wire(lambda now: self.welcome(
            {"type": "grid", "generation": 7, "confidence": 0.5}, {"type": "timeline", "generation": 7, "from": now},
            {"type": "beat", "generation": 7, "due": now + 20_000, "beat": 3, "bar": 1, "position": 1, "bpm": 120.5},
            {"type": "beat", "generation": 7, "due": now + 40_000, "beat": 4, "bar": 0, "position": 0, "bpm": 120.5},
            {"type": "beat", "generation": 7, "due": now + 60_000, "beat": 5, "bar": 0, "position": 3, "bpm": 120.5}))
        with downbeat.connect(wire.address) as room:
            self.assertEqual((room.role, room.state["track"]["title"]), ("guest", "Song"))
            beats = room.beats()
            first, second, upbeat = next(beats), next(beats), next(beats)
        wire.end()
        self.assertEqual((first.number, first.bar, first.position, first.tempo, first.confidence), (3, 1, 1, 120.5, 0.5))
        self.assertEqual((upbeat.bar, upbeat.position), (0, 3), "before the first downbeat")
        self.assertTrue(first.is_downbeat and 0 <= first.late_ms < 250)
        self.assertEqual((second.bar, second.position, second.is_downbeat), (None, None, False))

    def test_a_refused_command_says_what_to_do_and_an_obeyed_one_returns(self):
        wire = Wire(lambda now: self.welcome({"type": "error", "id": 1, "code": "token-needed", "message": "This needs a token."},
                                             {"type": "result", "id": 2, "revision": 5}))
        with downbeat.connect(wire.address) as room:
            with self.assertRaisesRegex(downbeat.Problem, "This needs a token. Connect with the control link"):
                room.command("next")
            self.assertEqual(room.command("seek", position=3)["revision"], 5)
        wire.end()
        sent = [json.loads(message) for kind, message in wire.heard if b'"command"' in message]
        self.assertEqual(sent[1], {"type": "command", "id": 2, "do": "seek", "position": 3})

    def test_a_wrong_token_is_told_although_the_welcome_comes_first(self):
        wire = Wire(lambda now: text({"type": "welcome", "role": "viewer"}) + text(
            {"type": "error", "id": None, "code": "token-wrong", "message": "This is not a token of this server."}))
        with self.assertRaisesRegex(downbeat.Problem, "not a token of this server. Copy the link"):
            downbeat.connect(wire.address, token="wrong")
        wire.end()

    def test_a_link_names_the_server_the_room_and_the_token(self):
        for link, server, room, token in (
                ("http://h:81/?room=k%20x#token=abc", "http://h:81", "k x", "abc"), ("https://h/music/downbeat/", "https://h/music/downbeat", None, None),
                ("http://[::1]:8080/index.html#key=k", "http://[::1]:8080", None, "k")):
            place = downbeat.Place(link)
            self.assertEqual((place.server, place.room, place.token or place.key), (server, room, token))
        for wrong in ("localhost", "ftp://h/", "http://", "http://h:99999/", "http://[::1"):
            with self.assertRaises(downbeat.Problem):
                downbeat.Place(wrong)
        with self.assertRaises(downbeat.Problem):
            downbeat.Room("http://h/", token="a\r\nHost: evil")

    def test_what_is_no_server_of_ours_is_told_at_once(self):
        for answer, words in (
                (b"HTTP/1.1 401 Unauthorized\r\nContent-Length: 26\r\n\r\n{\"detail\":\"A key, please.\"}", "A key, please; connect with a link"),
                (b"HTTP/1.1 404 Not Found\r\n\r\n", "is this the address of a Downbeat server"),
                (b"SSH-2.0-OpenSSH\r\n\r\n", "is this the address|does not answer like|nothing answers"),
                (b"x" * (1 << 17), "does not answer like")):
            with socket.create_server(("127.0.0.1", 0)) as door:
                def serve():
                    with door.accept()[0] as peer:
                        peer.recv(4096)
                        peer.sendall(answer)
                thread = threading.Thread(target=serve, daemon=True)
                thread.start()
                with self.assertRaisesRegex(downbeat.Problem, words):
                    downbeat.connect(f"http://127.0.0.1:{door.getsockname()[1]}")
                thread.join()

    def test_hostile_messages_end_the_connection_and_nothing_else(self):
        beat = {"type": "beat", "generation": 1, "due": 1, "beat": 1, "bar": 1, "position": 1, "bpm": 1}
        for hostile in (
                frame(1, b"[" * 50_000), frame(1, b"3"), frame(1, b"\xff"), text({"no": "type"}), text({**beat, "due": "soon"}),
                text({**beat, "due": 1e300}), text({"type": "time", "t1": None, "t2": 1, "t3": 1}), text({"type": "timeline", "generation": [], "from": 1}),
                frame(1, b'{"type":"beat","due":' + b"9" * 5000 + b"}"), frame(2, b"\1\1" + b"\xff" * 40), frame(2, b"\1\1\1\0" + bytes(60)),
                b"\x81\x7f" + b"\xff" * 8, b"\x01\x7f" + (1 << 25).to_bytes(8, "big"), b"\x89\x7e\xff\xff", b"\x81\xfe"):
            room = downbeat.Room("http://unused", {})
            room.joined = True
            left, right = socket.socketpair()
            with left, right:
                room._web = web = object.__new__(downbeat.WebSocket)
                web.socket, web.buffer, web.pieces, web.kind = left, bytearray(), bytearray(), 0
                right.sendall(hostile)
                with self.assertLogs("downbeat", "WARNING"):
                    for _ in range(3):
                        room._turn(0)
                self.assertIsNone(room._web, hostile[:60])

    def test_what_a_server_says_without_end_is_bounded(self):
        room = downbeat.Room("http://unused", {})
        room.joined, room.clock = True, SetClock()
        for number in range(10_000):
            for message in ({"type": "beat", "generation": 1, "due": 10 + number}, {"type": "timeline", "generation": number, "from": 1 << 50},
                            {"type": "grid", "generation": number, "confidence": 1}, {"type": "result", "id": number}, {"type": "odd"}):
                room._hold(json.dumps(message), 0)
        self.assertLessEqual(max(len(room.queue), len(room._ready)), downbeat.MOST_WAITING)
        self.assertLessEqual(max(map(len, (room.timelines, room.confidences, room._answers))), downbeat.MOST_TIMELINES)

    def test_the_clock_and_known_beats_outlive_the_connection(self):
        room = downbeat.Room("http://127.0.0.1:9", {})
        room.joined, room.clock = True, SetClock()
        room._hold(json.dumps({"type": "beat", "generation": 0, "due": 5}), 0)
        with self.assertLogs("downbeat", "WARNING"):
            room._lose(downbeat.Lost("gone"))
        room.clock.time = 6
        self.assertEqual([event["due"] for event in room._due()], [5])
        self.assertFalse(room.joined)


class TheClock(unittest.TestCase):
    def test_the_quickest_answer_counts_and_time_never_goes_back(self):
        clock, last = downbeat.Clock(), -1
        for delay, offset in ((9_000, 5_000), (200, 1_000), (30_000, -15_000), (400, 1_100), (200, -400_000), (100, 900)):
            asked = downbeat.local_time() - delay
            read = asked + delay // 2 + offset
            clock.hear(asked, read, read, asked + delay)
            for _ in range(50):
                self.assertGreaterEqual(clock.now(), last)
                last = clock.now()
        self.assertEqual(clock.aim, 900)


class Packets(unittest.TestCase):
    def test_osc_messages_are_those_of_the_specification(self):
        # The first example of OSC 1.0, "OSC Message Examples".
        self.assertEqual(osc.message("/oscillator/4/frequency", 440.0), b"/oscillator/4/frequency\0,f\0\0\x43\xdc\0\0")
        self.assertEqual(osc.message("/beat", 17, 2), b"/beat\0\0\0,ii\0\0\0\0\x11\0\0\0\2")

    def test_osc_bundles_count_from_1900_in_parts_of_a_second(self):
        message = osc.message("/bar", 3)
        whole = osc.bundle([message], 1.5)
        self.assertEqual(whole[:16], b"#bundle\0" + struct.pack(">II", 2_208_988_801, 1 << 31))
        self.assertEqual(whole[16:], struct.pack(">i", len(message)) + message)

    def test_a_wled_packet_has_each_value_where_lamps_look_for_it(self):
        bands = bytes([10] * 5 + [254] + [20] * 10)
        packet = wled.packet(bands, 200, True, 258)
        self.assertEqual(len(packet), 44)
        self.assertEqual(packet[:6], b"00002\0")
        self.assertEqual(struct.unpack_from("<ff", packet, 8), (200, 200))
        self.assertEqual((packet[16], packet[17]), (1, 2))
        self.assertEqual(packet[18:34], bands)
        magnitude, frequency = struct.unpack_from("<ff", packet, 36)
        self.assertEqual(magnitude, 4096)
        self.assertTrue(240 < frequency < 420)

    def test_heights_fill_the_picture_in_quiet_music_as_in_loud_and_silence_does_not(self):
        for bands in (1, 16, 64):
            for level in (120, 180, 255):
                top = level - 70 / bands  # of the highest band, as the server counts it
                heights = downbeat.heights({"bands": bytes([level] * bands), "top": top})
                self.assertAlmostEqual(heights[-1], 1)
                self.assertTrue(heights == sorted(heights) and 0 <= heights[0])
            self.assertEqual(downbeat.heights({"bands": bytes(bands), "top": 45}), [0] * bands)

    def test_midi_song_position_counts_sixteenths(self):
        self.assertEqual(midi_clock.position(0), b"\xf2\0\0")
        self.assertEqual(midi_clock.position(33), b"\xf2\x04\x01")
        self.assertEqual(midi_clock.position(99_999), b"\xf2\x7f\x7f")

    def test_midi_has_24_pulses_between_beats_and_begins_anew_after_a_gap(self):
        pulses = midi_clock.Pulses()
        beat = lambda number, due, generation=256: {"type": "beat", "generation": generation, "beat": number, "due": due}
        first = list(pulses.plan(beat(0, 1_000_000)))
        self.assertEqual([(due, event["bytes"]) for due, event in first], [(995_000, b"\xfa"), (1_000_000, b"\xf8")])
        second = list(pulses.plan(beat(1, 1_480_000)))
        self.assertEqual([due for due, _ in second], [1_000_000 + 20_000 * pulse for pulse in range(1, 25)])
        self.assertEqual({event["bytes"] for _, event in second}, {b"\xf8"})
        after = list(pulses.plan(beat(32, 3_000_000, 512)))
        self.assertEqual([event["bytes"] for _, event in after], [b"\xf2\x00\x01\xfb", b"\xf8"])


class Sending(unittest.TestCase):
    def test_what_cannot_be_sent_is_told_once_until_a_packet_goes_out(self):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiver:
            receiver.bind(("127.0.0.1", 0))
            receiver.settimeout(180)  # only what hangs reaches it
            out = downbeat.Datagrams(*receiver.getsockname())
            with out.socket, self.assertLogs("downbeat", "WARNING") as told:
                too_long = bytes(70_000)
                for packet in (too_long, too_long, b"first", b"second", too_long, too_long):
                    out.send(packet)
            self.assertEqual([receiver.recv(100), receiver.recv(100)], [b"first", b"second"])
        self.assertEqual(len(told.output), 2)
        self.assertIn("Message too long; trying again", told.output[0])

    def test_a_name_that_does_not_resolve_ends_neither_osc_nor_wled(self):
        beat = {"type": "beat", "beat": 1, "bar": 1, "position": 1, "bpm": 120, "due": 0}
        frame = {"type": "frame", "bands": bytes(16), "top": 128, "phase": None}
        for script, event, to in ((osc, beat, ["--to", "lamp:9000"]), (wled, frame, ["--to", "lamp"])):
            with self.subTest(script=script.__name__), contextlib.ExitStack() as stack:
                stack.enter_context(unittest.mock.patch("sys.argv", ["script"] + to))
                stack.enter_context(unittest.mock.patch("downbeat.join", lambda *_: [event, event]))
                sent = stack.enter_context(unittest.mock.patch("socket.socket")).return_value.sendto
                sent.side_effect = socket.gaierror(-2, "Name or service not known")
                told = stack.enter_context(self.assertLogs("downbeat", "WARNING"))
                script.main()
                self.assertGreaterEqual(sent.call_count, 2)
            self.assertEqual(len(told.output), 1)

    def test_receivers_that_cannot_be_are_refused_at_the_start(self):
        for script, words in ((wled, ["--port", "99999"]), (wled, ["--port", "0"]), (wled, ["--to", "a..b"]), (osc, ["--to", "lamp:99999"]),
                              (osc, ["--to", "lamp"]), (osc, ["--to", "lamp:"]), (osc, ["--to", "a..b:9000"])):
            said = io.StringIO()
            with self.subTest(words=words), unittest.mock.patch("sys.argv", ["script"] + words), contextlib.redirect_stderr(said):
                with self.assertRaises(SystemExit) as end:
                    script.main()
                self.assertEqual(end.exception.code, 2)
            self.assertIn(words[0], said.getvalue())


class Pictures(unittest.TestCase):
    def test_bars_fill_every_size_of_window(self):
        for columns in (1, 2, 10, 31, 32, 63, 64, 80, 200, 321):
            for rows in (1, 5, 50):
                picture = terminal.bars([1.0] * 16 + [0.0] * 16, columns, rows)
                self.assertEqual(len(picture), rows)
                self.assertEqual({len(line) for line in picture}, {columns // 32 * 32 if columns >= 64 else columns})
                self.assertEqual(picture[0][0], "█")
                self.assertTrue(columns < 2 or picture[-1][-1] == " ")

    def test_the_light_is_bright_on_the_beat_and_dark_without_one(self):
        self.assertIn(";255m", terminal.light(0.0))
        self.assertIn(";236m", terminal.light(None))


if __name__ == "__main__":
    unittest.main()
