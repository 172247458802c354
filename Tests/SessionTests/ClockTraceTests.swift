import Foundation
import Session
import Testing
import Yardstick

@Suite("The recorded clock traces")
struct ClockTraceTests {
    private struct Trace: Decodable {
        let name: String
        let jumps: Int
        let events: [[Int64]]
        let readings: [[Int64]]
    }

    @Test("give the same times to the microsecond as in JavaScript")
    func traces() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Traces/clock.json")
        let traces = try JSONDecoder().decode([Trace].self, from: Foundation.Data(contentsOf: file))
        #expect(traces.count == 4)
        for trace in traces {
            var filter = ClockFilter()
            var shown = ShownClock()
            var readings = trace.readings[...]
            for (index, event) in trace.events.enumerated() {
                let before = filter.estimate
                if event.count == 4 {
                    filter.ping(
                        asked: event[0], read: ServerTime(microseconds: event[1]), answered: ServerTime(microseconds: event[2]),
                        heard: event[3])
                } else {
                    filter.message(sent: ServerTime(microseconds: event[0]), heard: event[1])
                }
                if let estimate = filter.estimate, estimate != before { shown.follow(estimate, at: estimate.madeAt) }
                guard let reading = readings.first, reading[0] == index + 1 else { continue }
                readings.removeFirst()
                let estimate = try #require(filter.estimate, "\(trace.name)")
                let time = try #require(shown.time(at: reading[1]), "\(trace.name)")
                #expect(abs(estimate.serverTime(at: reading[1]).microseconds - reading[2]) <= 1, "\(trace.name) \(index)")
                #expect(abs(estimate.errorBound(at: reading[1]) - Double(reading[3])) <= 1, "\(trace.name) \(index)")
                #expect(abs(time.microseconds - reading[4]) <= 1, "\(trace.name) \(index)")
            }
            #expect(readings.isEmpty && !trace.readings.isEmpty)
            #expect(filter.jumps == trace.jumps)
        }
    }
}
