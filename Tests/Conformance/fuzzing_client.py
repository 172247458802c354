"""Plays the fuzzing client of the Autobahn test suite against an echo endpoint and judges it by the suite's own rules.

Run it through the script `autobahn` beside this file, which makes its Python environment.
"""

import argparse
import collections
import json
import sys
import time
import traceback

import txaio

txaio.use_twisted()

from autobahn.twisted.websocket import WebSocketClientFactory, WebSocketClientProtocol, connectWS
from twisted.internet import reactor, ssl

import suite

# By the time of day all patience is over at once when somebody sets the clock.
reactor.seconds = time.monotonic

ORDER = ["OK", "NON-STRICT", "INFORMATIONAL", "UNIMPLEMENTED", "FAILED"]
GOOD = {"OK", "INFORMATIONAL"}
COMPRESSION = ("12.", "13.")
QUICK_MESSAGES = 20  # per compression case; the suite sends 1000
# What takes longest and tells least when it is repeated at every size.
QUICK_LEAVES_OUT = ("9.3.1.", "9.4.1.", "9.5.1.", "9.6.1.", "9.1.6.", "9.2.6.")


class Fuzzer(WebSocketClientProtocol):
    """One connection, one case. The camel-case methods are the vocabulary of the cases."""

    def __init__(self, factory, case_class, messages):
        super().__init__()
        self.factory = factory
        self.connectionWasOpen = False
        self.createWirelog = False
        self.txFrameStats = collections.Counter()
        self.opened_at = None
        self.case_class = case_class
        self.compressing = suite.case_id(case_class).startswith(COMPRESSION)
        self.perMessageCompressionOffers = []
        if self.compressing and messages:
            case_class.COUNT = messages
        self.case = case_class(self)
        factory.resetProtocolOptions()
        factory.setProtocolOptions(
            failByDrop=False, autoPingInterval=0, openHandshakeTimeout=5, closeHandshakeTimeout=5,
            perMessageCompressionOffers=self.perMessageCompressionOffers)
        if self.compressing:
            factory.setProtocolOptions(perMessageCompressionAccept=self.perMessageCompressionAccept)

    # What the cases call.

    def enableWirelog(self, enabled):
        pass

    def continueLater(self, delay, action, tag=None):
        self.later(delay, action)

    def killAfter(self, delay):
        self.later(delay, self._fail_connection)

    def closeAfter(self, delay):
        self.later(delay, self.sendClose)

    def later(self, delay, action):
        reactor.callLater(delay, lambda: self.state == self.STATE_CLOSED or self.attempt(action))

    def sendFrame(self, opcode, payload=b"", **options):
        super().sendFrame(opcode, suite.to_bytes(payload), **options)

    def sendMessage(self, payload, isBinary=False, **options):
        super().sendMessage(suite.to_bytes(payload), isBinary, **options)

    def sendMessageFrameData(self, payload, sync=False):
        return super().sendMessageFrameData(suite.to_bytes(payload), sync)

    def sendCloseFrame(self, code=None, reasonUtf8=None, isReply=False):
        super().sendCloseFrame(code, None if reasonUtf8 is None else suite.to_bytes(reasonUtf8), isReply)

    # What the cases hear.

    def onOpen(self):
        self.connectionWasOpen = True
        self.opened_at = time.monotonic()
        self.attempt(self.case.onOpen)

    def onMessage(self, payload, isBinary):
        payload = bytes(payload) if self.compressing else suite.to_text(payload)  # those cases hash the bytes
        self.attempt(self.case.onMessage, payload, isBinary)

    def onPong(self, payload):
        self.attempt(self.case.onPong, suite.to_text(payload))

    def onClose(self, wasClean, code, reason):
        self.attempt(self.case.onClose, wasClean, code, reason)

    def logTxFrame(self, header, payload, repeated, chopped, sync):
        self.txFrameStats[header.opcode] += 1

    def logRxFrame(self, header, payload):
        pass

    def connectionLost(self, reason):
        super().connectionLost(reason)
        self.attempt(self.case.onConnectionLost, self.failedByMe)
        self.factory.finished(self)

    def attempt(self, action, *arguments):
        """An error in here is ours: it must be seen and must not pass for the peer's."""
        try:
            action(*arguments)
        except Exception:
            traceback.print_exc()
            self.factory.broken.append(suite.case_id(self.case_class))
            self.dropConnection(abort=True)


class Run(WebSocketClientFactory):
    """Goes through the cases, one connection after the other."""

    def __init__(self, url, cases, messages, verbose):
        super().__init__(url, useragent="downbeat-conformance")
        self.logFrames = True  # calls logTxFrame, by which a case counts fragments
        self.waiting = collections.deque(cases)
        self.messages = messages
        self.verbose = verbose
        self.results = []
        self.broken = []

    def next(self):
        if not self.waiting:
            return reactor.stop()
        self.current = self.waiting.popleft()
        # Over wss the certificate is the echo server's own, which nobody knows.
        connectWS(self, contextFactory=ssl.ClientContextFactory() if self.isSecure else None, timeout=5)

    def buildProtocol(self, address):
        self.fuzzer = Fuzzer(self, self.current, self.messages)
        limit = getattr(self.current, "WAITSECS", 100) + 10
        self.watchdog = reactor.callLater(limit, self.fuzzer.dropConnection, abort=True)
        return self.fuzzer

    def finished(self, fuzzer):
        if self.watchdog.active():
            self.watchdog.cancel()
        case = fuzzer.case
        took = time.monotonic() - fuzzer.opened_at if fuzzer.opened_at else 0
        self.note(behavior=case.behavior, behaviorClose=case.behaviorClose, result=case.result,
                  resultClose=case.resultClose, closeCode=fuzzer.remoteCloseCode, seconds=round(took, 4))

    def clientConnectionFailed(self, connector, reason):
        self.note(behavior="FAILED", behaviorClose="FAILED", result=reason.getErrorMessage(), resultClose="",
                  closeCode=None, seconds=0)

    def note(self, **result):
        result = {"id": suite.case_id(self.current), **result}
        self.results.append(result)
        if self.verbose or not good(result):
            print("{id:9} {behavior:14} close {behaviorClose:14} {seconds:8.3f} s  ".format(**result)
                  + ("" if good(result) else result["result"] + " / " + result["resultClose"]), flush=True)
        reactor.callLater(0, self.next)


def good(result):
    return result["behavior"] in GOOD and result["behaviorClose"] in GOOD


def report(results, seconds):
    sections = collections.defaultdict(collections.Counter)
    for result in results:
        sections[result["id"].split(".")[0]][result["behavior"]] += 1
    print("".join("{:>15}".format(name) for name in ["section", *ORDER]))
    for section in sorted(sections, key=int):
        print("".join("{:>15}".format(cell) for cell in [section, *(sections[section][name] for name in ORDER)]))
    total = collections.Counter(result["behavior"] for result in results)
    print("".join("{:>15}".format(cell) for cell in ["all", *(total[name] for name in ORDER)]))
    closes = collections.Counter(result["behaviorClose"] for result in results)
    print("close behaviour:", ", ".join(f"{name} {count}" for name, count in sorted(closes.items())))
    for name in ORDER[1:]:
        ids = [result["id"] for result in results if result["behavior"] == name]
        if ids:
            print(f"{name}: {' '.join(ids)}")
    ids = [result["id"] for result in results if result["behaviorClose"] not in GOOD]
    if ids:
        print(f"close not OK: {' '.join(ids)}")
    print(f"{len(results)} cases in {seconds:.1f} s")


def main():
    parser = argparse.ArgumentParser(prog="autobahn")
    parser.add_argument("url", help="echo endpoint, ws://HOST:PORT/; left out, the script starts downbeat-bench echo")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--all", action="store_true", help="every case, as the suite has it (default)")
    size.add_argument("--quick", action="store_true", help=f"under 3 minutes: the longest cases of section 9 left out, "
                      f"{QUICK_MESSAGES} messages in each compression case")
    parser.add_argument("--messages", type=int, default=0, metavar="N",
                        help="messages in each case of sections 12 and 13 (the suite's own number is 1000)")
    parser.add_argument("--only", default="", metavar="IDS", help="comma-separated, whole or begun: 6.4,9.1.1,12")
    parser.add_argument("--json", metavar="FILE", help="write each case's result there")
    parser.add_argument("--verbose", "-v", action="store_true", help="a line for each case, good ones too")
    options = parser.parse_args()

    only = tuple(part.strip(" .*") + "." for part in options.only.split(",") if part.strip(" .*"))
    skip = QUICK_LEAVES_OUT if options.quick else ()
    cases = [case for case in suite.load()
             if not only or (suite.case_id(case) + ".").startswith(only)
             if not (suite.case_id(case) + ".").startswith(skip or ("-",))]
    if not cases:
        parser.error(f"no case begins with {options.only}")

    run = Run(options.url, cases, options.messages or (QUICK_MESSAGES if options.quick else 0), options.verbose)
    reactor.callWhenRunning(run.next)
    started = time.monotonic()
    reactor.run()
    seconds = time.monotonic() - started

    report(run.results, seconds)
    if run.broken:
        print(f"ERRORS OF THIS CLIENT, not of the server: {' '.join(run.broken)}")
    if options.json:
        with open(options.json, "w") as file:
            json.dump({"url": options.url, "seconds": seconds, "results": run.results}, file, indent=1)
    complete = len(run.results) == len(cases) and not run.broken
    sys.exit(0 if complete and all(good(result) for result in run.results) else 1)


if __name__ == "__main__":
    main()
