import Testing

@testable import Web

@Suite("Metrics") struct MetricsTests {
    @Test("the text is in the Prometheus format: each metric with one HELP and TYPE, legal names, whole numbers")
    func exposition() throws {
        var metrics = Metrics()
        metrics.count(.ok)
        metrics.count(.notFound)
        let text = metrics.exposition
        #expect(text.hasSuffix("\n") && !text.contains("\n\n") && !text.contains("\r"))
        var helped: [String] = []
        var typed: [String: String] = [:]
        var samples = 0
        for line in text.split(separator: "\n") {
            if let help = line.wholeMatch(of: #/# HELP ([a-z_][a-z0-9_]*) .+/#) {
                helped.append(String(help.1))
            } else if let type = line.wholeMatch(of: #/# TYPE ([a-z_][a-z0-9_]*) (counter|gauge)/#) {
                #expect(typed[String(type.1)] == nil && helped.last.map { $0 == type.1 } == true, "\(line)")
                typed[String(type.1)] = String(type.2)
            } else {
                let sample = try #require(
                    line.wholeMatch(of: #/([a-z_][a-z0-9_]*)(\{[a-z_]+="[^"\\]*"\})? ([0-9]+)/#), "\(line)")
                #expect(helped.last.map { $0 == sample.1 } == true, "samples follow their own heading: \(line)")
                #expect(typed[String(sample.1)] == "gauge" || sample.1.hasSuffix("_total"), "\(line)")
                samples += 1
            }
        }
        #expect(Set(helped).count == helped.count && Set(helped) == Set(typed.keys))
        #expect(helped.allSatisfy { $0.hasPrefix("downbeat_") } && samples > 15)
        #expect(text.contains("downbeat_http_answers_total{class=\"2xx\"} 1\n"))
        #expect(text.contains("downbeat_http_answers_total{class=\"4xx\"} 1\n"))
    }

    @Test("the sum over loops adds every count")
    func sum() {
        var one = Metrics()
        one.connections = 1
        one.requests = 2
        one.messagesSent = 3
        one.stalls = 4
        one.count(.switchingProtocols)
        one.count(.internalError)
        let lines = one.exposition.split(separator: "\n").filter { !$0.hasPrefix("#") }
        let doubled = (one + one).exposition.split(separator: "\n").filter { !$0.hasPrefix("#") }
        for (line, twice) in zip(lines, doubled) {
            #expect(Int(twice.split(separator: " ")[1]) == Int(line.split(separator: " ")[1]).map { $0 * 2 }, "\(line)")
        }
    }

    @Test("the live counts follow the events")
    func live() async throws {
        try await withServer { site in
            EchoSession.build(&site)
            site.routes.immediate(.get, "/now") { _ in Response(.ok, "now") }
        } _: { server in
            let client = try server.connect()
            _ = try await client.get("/now")
            _ = try await client.get("/nothing")
            try await client.upgrade()
            try await client.send(.text, "one")
            _ = try await client.readFrame()
            let metrics = await server.server.metrics()
            #expect(metrics.connectionsAccepted == 1 && metrics.connections == 1 && metrics.webSockets == 1)
            #expect(metrics.requests == 3 && metrics.answers == [1, 1, 0, 1, 0])
            #expect(metrics.messagesReceived == 1 && metrics.messagesSent == 1 && metrics.bytesReceived > 100)
        }
    }
}
