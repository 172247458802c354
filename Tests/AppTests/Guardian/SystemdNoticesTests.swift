import CLinux
import Foundation
import Glibc
import Testing
import Waiting

@testable import Guardian

@Suite("A service manager") struct SystemdNoticesTests {
    /// A socket that receives the messages of a service, as systemd's does.
    private struct Ear {
        let raw: Int32

        init(_ path: String) throws {
            raw = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            let bytes = Array(path.utf8)
            withUnsafeMutableBytes(of: &address.sun_path) { place in
                place.copyBytes(from: bytes)
                // The name of an abstract socket begins with a NUL instead of the @.
                if path.hasPrefix("@") { place[0] = 0 }
            }
            let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + (path.hasPrefix("@") ? 0 : 1))
            let outcome = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(raw, $0, length) }
            }
            guard outcome == 0 else { throw NeverHappened("a socket at \(path)") }
            var limit = timeval(tv_sec: Int(patience), tv_usec: 0)
            setsockopt(raw, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        }

        /// Waits for the first message that has this line.
        func hear(_ line: String) throws -> [Substring] {
            var heard: [String] = []
            while true {
                var bytes = [UInt8](repeating: 0, count: 4096)
                let count = recv(raw, &bytes, bytes.count, 0)
                guard count > 0 else { throw NeverHappened("\(line); there was \(heard)") }
                let text = String(decoding: bytes[..<count], as: UTF8.self)
                heard.append(text)
                let lines = text.split(separator: "\n")
                if lines.contains(line[...]) { return lines }
            }
        }
    }

    @Test("receives that the server is ready, alive, and stopping", arguments: [false, true])
    func notices(isAbstract: Bool) async throws {
        let folder = try TemporaryFolder()
        let path = isAbstract ? "@downbeat-test-\(getpid())-\(UInt32.random(in: 0 ... .max))" : folder.path + "/notify"
        let ear = try Ear(path)
        defer { close(ear.raw) }
        let environment = ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "200000"]
        try await Downbeat.serving(environment: environment) { server in
            let ready = try await blocking { try ear.hear("READY=1") }
            #expect(ready.contains("MAINPID=\(server.process.id)"))
            try await blocking { for _ in 0..<2 { _ = try ear.hear("WATCHDOG=1") } }
            // The server and its workers must not send messages in place of the guardian.
            let variables = try String(contentsOfFile: "/proc/\(try server.child)/environ", encoding: .utf8)
            #expect(!variables.contains("NOTIFY_SOCKET") && !variables.contains("WATCHDOG_USEC"))
            server.process.signal(SIGUSR1)
            let reloading = try await blocking { try ear.hear("RELOADING=1") }
            // As sd_notify(3) wants it, in microseconds.
            let moment = reloading.compactMap { $0.wholeMatch(of: /MONOTONIC_USEC=(\d+)/).flatMap { UInt64($0.1) } }.first
            #expect(moment ?? 0 > 0)
            // Of the new program, in the same process.
            let again = try await blocking { try ear.hear("READY=1") }
            #expect(again.contains("MAINPID=\(server.process.id)"))
            _ = try await blocking { try ear.hear("WATCHDOG=1") }
            server.process.signal(SIGTERM)
            _ = try await blocking { try ear.hear("STOPPING=1") }
            #expect(try await server.process.end() == .code(0))
        }
        withExtendedLifetime(folder) {}
    }

    @Test("watchdog messages are sent only if the watchdog is meant for this process")
    func interval() {
        let ours = SystemdNotices(environment: ["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"], process: 7)
        #expect(ours.interval == 15_000_000)
        for other in [["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"], [:], ["WATCHDOG_USEC": "x"]] {
            #expect(SystemdNotices(environment: other, process: 7).interval == nil)
        }
    }
}
