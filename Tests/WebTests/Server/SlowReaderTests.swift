import Dispatch
import Synchronization
import Testing
import Waiting
import Yardstick

@testable import Web

@Suite("Clients that read slowly", .serialized, .overTLSToo) struct SlowReaderTests {
    private static let topic = Topic("a")

    private func frame(_ number: Int, size: Int = 1000) -> EncodedMessage {
        EncodedMessage(binary: [UInt8(number >> 8), UInt8(number & 0xFF)] + [UInt8](repeating: 0, count: size - 2))
    }

    private func number(_ frame: ReceivedFrame) -> Int {
        Int(frame.payload[0]) << 8 | Int(frame.payload[1])
    }

    /// Publishes one frame after the other, waiting until each is sent or dropped.
    private func publish(_ numbers: Range<Int>, on server: TestServer, as delivery: Delivery) async {
        for number in numbers {
            server.server.publish(frame(number), to: Self.topic, as: delivery)
            if number % 50 == 0 { _ = await server.server.metrics() }
        }
        _ = await server.server.metrics()
    }

    @Test("of 500 frames a client that does not read gets a few stale ones and then the newest")
    func frames() async throws {
        try await withServer(ListenerSession.build) { server in
            let quick = try await server.listen("a")
            let slow = try await server.listen("a", receiveBuffer: 4096)
            async let quickFrames = quick.readMessages { $0.payload.starts(with: [1, 243]) }
            await publish(0..<500, on: server, as: .fresh(keep: 2))
            let got = try await slow.readMessages(answering: false) { $0.payload.starts(with: [1, 243]) }.map(number)
            #expect(got.count < 60, "\(got.count) frames")
            #expect(got.suffix(2) == [498, 499])
            #expect(got == got.sorted() && Set(got).count == got.count)
            #expect(await server.server.metrics().framesDropped > 400)
            #expect(try await quickFrames.last.map(number) == 499)
        }
    }

    @Test("of 500 states a client that does not read gets a few old ones and then the newest")
    func states() async throws {
        try await withServer(ListenerSession.build) { server in
            let slow = try await server.listen("a", receiveBuffer: 4096)
            await publish(0..<500, on: server, as: .latest(key: 1))
            let got = try await slow.readMessages { $0.payload.starts(with: [1, 243]) }.map(number)
            #expect(got.count < 60, "\(got.count) states")
            #expect(got == got.sorted() && Set(got).count == got.count)
            #expect(await server.server.metrics().statesCoalesced > 400)
        }
    }

    @Test("messages that must arrive do so in order, however slowly they are read")
    func always() async throws {
        try await withServer(ListenerSession.build) { server in
            let slow = try await server.listen("a", receiveBuffer: 4096)
            await publish(0..<100, on: server, as: .always)
            let got = try await slow.readMessages { $0.payload.starts(with: [0, 99]) }.map(number)
            #expect(got == Array(0..<100))
        }
    }

    @Test("a client whose queue exceeds the limit is closed with 1013, and the others are not")
    func overrun() async throws {
        try await withServer { site in
            ListenerSession.build(&site)
            site.limits.controlQueue = 20_000
            // However late the slow client reads, it finds the close frame.
            site.limits.closing = .seconds(60)
        } _: { server in
            let slow = try await server.listen("a", receiveBuffer: 4096)
            let quick = try await server.listen("a")
            for number in 0..<200 {
                await publish(number..<number + 1, on: server, as: .always)
                #expect(self.number(try await quick.readMessage()) == number)
            }
            #expect(await server.server.metrics().overrunCloses == 1)
            #expect(try await slow.readMessages { $0.opcode == .close }.last?.closeCode == 1013)
        }
    }

    @Test("a client that answered pings and then sleeps gets no frames, and the newest at once when it answers again")
    func sleeper() async throws {
        let clock = HandClock()
        try await withServer(clock: clock, ListenerSession.build) { server in
            let sleeper = try await server.listen("a")
            // It answers once, so the server knows that it can.
            server.server.publish(frame(0, size: 2), to: Self.topic, as: .fresh(keep: 1))
            #expect(number(try await sleeper.readFrame()) == 0)
            #expect(try await sleeper.readFrame().opcode == .ping)
            try await sleeper.send(.pong)
            // Now it reads nothing more, but the kernel's buffer has room for all these small frames.
            var sent = 0
            try await eventually("it is held back") {
                sent += 1
                server.server.publish(frame(sent, size: 2), to: Self.topic, as: .fresh(keep: 1))
                clock.advance(by: .milliseconds(10))
                return await server.server.metrics().stalls == 1
            }
            let dropped = await server.server.metrics().framesDropped
            await publish(sent + 1..<sent + 50, on: server, as: .fresh(keep: 1))
            #expect(await server.server.metrics().framesDropped == dropped + 49)
            // It wakes: after the bytes in the kernel buffers nothing comes, until its pong brings the newest frame.
            var got: [ReceivedFrame] = []
            repeat { got.append(try await sleeper.readFrame()) } while got.last?.opcode != .ping
            let held = sent - 1 - got.count { $0.opcode == .binary }
            for _ in 0..<held { got.append(try await sleeper.readFrame()) }
            #expect(got.last.map(number) == sent - 1)
            try await sleeper.send(.pong)
            #expect(number(try await sleeper.readMessage()) == sent + 49)
        }
    }

    @Test("messages that must arrive do not wait behind the held-back frames of a sleeping client")
    func urgent() async throws {
        let clock = HandClock()
        try await withServer(clock: clock, ListenerSession.build) { server in
            let sleeper = try await server.listen("a")
            server.server.publish(frame(0, size: 2), to: Self.topic, as: .fresh(keep: 1))
            #expect(number(try await sleeper.readFrame()) == 0)
            #expect(try await sleeper.readFrame().opcode == .ping)
            try await sleeper.send(.pong)
            try await eventually("a frame is held back") {
                server.server.publish(frame(1, size: 2), to: Self.topic, as: .fresh(keep: 1))
                clock.advance(by: .milliseconds(10))
                return await server.server.metrics().stalls == 1
            }
            server.server.publish(EncodedMessage(text: "urgent"), to: Self.topic, as: .always)
            let got = try await sleeper.readMessages(answering: false) { $0.opcode == .text }
            #expect(got.last == .text("urgent"))
        }
    }

    @Test("a loop with a full mailbox closes its clients, and serves those that connect afterwards")
    func loopBehind() async throws {
        let (isHeld, goesOn) = (Flag(), DispatchSemaphore(value: 0))
        try await withServer { site in
            ListenerSession.build(&site)
            site.limits.mailboxInAll = 50
            site.routes.immediate(.get, "/hold") { _ in
                isHeld.set()
                goesOn.wait()
                return Response(.noContent)
            }
        } _: { server in
            let client = try await server.listen("a")
            server.server.publish(EncodedMessage(text: "before"), to: Self.topic, as: .always)
            #expect(try await client.readMessage() == .text("before"))
            let holder = try server.connect()
            try await holder.send("GET /hold HTTP/1.1\r\nhost: x\r\n\r\n")
            try await eventually("the loop is held") { isHeld.isSet }
            for _ in 0..<200 { server.server.publish(EncodedMessage(text: "more"), to: Self.topic, as: .always) }
            goesOn.signal()
            #expect(try await client.readMessages { $0.opcode == .close }.last?.closeCode == 1013)
            #expect(await server.server.metrics().overrunCloses == 1)
            let next = try await server.listen("a")
            server.server.publish(EncodedMessage(text: "after"), to: Self.topic, as: .always)
            #expect(try await next.readMessage() == .text("after"))
        }
    }

    @Test("tiny messages count with the overhead of queueing them")
    func tinyMessages() async throws {
        try await withServer { site in
            ListenerSession.build(&site)
            site.limits.controlQueue = 20_000
            site.limits.closing = .seconds(60)
        } _: { server in
            let slow = try await server.listen("a", receiveBuffer: 4096)
            // More than the kernel buffers hold, or they might take everything that follows.
            server.server.publish(frame(0, size: 1 << 20), to: Self.topic, as: .fresh(keep: 1))
            for _ in 0..<3000 { server.server.publish(EncodedMessage(text: ""), to: Self.topic, as: .always) }
            #expect(await server.server.metrics().overrunCloses == 1)
            #expect(try await slow.readMessages { $0.opcode == .close }.last?.closeCode == 1013)
        }
    }
}
