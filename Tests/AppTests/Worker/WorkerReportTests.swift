import Testing

@testable import Workers

@Suite("Reports of workers") struct WorkerReportTests {
    @Test(
        "every report survives encoding as a line",
        arguments: [
            .ready, .missing("Landlock"), .progress(0), .progress(0.07), .progress(0.42), .progress(1), .frames(0), .frames(360),
            .frames(9_999_999_999),
            .note("a note"),
            .outOfMemory,
            .failed("no audio in it"), .done,
        ] as [WorkerReport])
    func roundTrip(_ report: WorkerReport) {
        #expect(WorkerReport(line: report.line.dropLast()) == report)
    }

    @Test("a report with any text is one line of bounded length without control characters")
    func plain() {
        let nasty = "a\nb\u{1B}[2J\u{7F}" + String(repeating: "ü", count: 1000)
        for report in [WorkerReport.failed(nasty), .note(nasty), .missing(nasty)] {
            let line = report.line
            #expect(line.count <= WorkerReport.longestLine + 1 && line.last == 10)
            #expect(!line.dropLast().contains { $0 < 32 || $0 == 127 })
            #expect(WorkerReport(line: line.dropLast()) != nil)
        }
    }

    @Test(
        "a malformed report is ignored",
        arguments: [
            "", " ", "ready", "ready 2", "ready 1 ", "readyness 1", "progress", "progress 1.01", "progress 0.4", "progress .420",
            "progress nan", "progress -0.1", "frames", "frames -1", "frames 1.0", "frames +3", "frames 12345678901",
            "progress 0x1p", "done ", "done it", "Done", "memory 5", "failed", "failed ", "note",
            "note \u{1B}[0m", "note tab\there",
        ])
    func strict(_ line: String) {
        #expect(WorkerReport(line: Array(line.utf8)) == nil)
    }

    @Test("bytes that are not UTF-8 are not a report")
    func encoding() {
        #expect(WorkerReport(line: Array("note ".utf8) + [0xFF]) == nil)
    }

    @Test("any split of the bytes gives the same reports", arguments: 1...20)
    func splits(size: Int) throws {
        let said: [WorkerReport] = [.ready, .progress(0.5), .note("a sentence"), .progress(1), .done]
        let bytes = said.flatMap(\.line)
        var reader = ReportReader()
        var heard: [WorkerReport] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            heard += try reader.read(bytes[start..<min(start + size, bytes.count)])
        }
        #expect(heard == said)
        #expect(reader.last == .done)
    }

    @Test("`ready` comes first and once, and nothing after the final report")
    func order() {
        for said in [[.progress(0.5)], [.ready, .ready], [.ready, .done, .note("more")], [.done], [.ready, .done, .done]]
            as [[WorkerReport]]
        {
            #expect(throws: ReportReader.Complaint.breaksOrder) {
                var reader = ReportReader()
                _ = try reader.read(said.flatMap(\.line))
            }
        }
    }

    @Test("a line without an end and lines without end are ignored")
    func flood() {
        #expect(throws: ReportReader.Complaint.saysTooMuch) {
            var reader = ReportReader()
            _ = try reader.read([UInt8](repeating: 65, count: WorkerReport.longestLine + 1))
        }
        #expect(throws: ReportReader.Complaint.saysTooMuch) {
            var reader = ReportReader()
            _ = try reader.read(WorkerReport.ready.line)
            while true { _ = try reader.read(WorkerReport.progress(0.5).line) }
        }
    }
}
