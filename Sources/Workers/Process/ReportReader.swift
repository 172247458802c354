/// Parses a worker's output into reports; throws at malformed or excessive output.
struct ReportReader {
    /// Violations of the report protocol.
    enum Complaint: Error {
        case isNoReport, saysTooMuch, breaksOrder
    }

    /// More lines than any task writes: a hundred of progress, two hundred of frames, and some notes.
    static let mostReports = 1000

    private var rest: [UInt8] = []
    private var count = 0
    private(set) var isReady = false
    /// The last report of the protocol, if it has come: how the work ended.
    private(set) var last: WorkerReport?

    /// Parses received bytes and returns the reports that they complete.
    mutating func read(_ bytes: some Collection<UInt8>) throws(Complaint) -> [WorkerReport] {
        var reports: [WorkerReport] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                guard rest.count < WorkerReport.longestLine else { throw .saysTooMuch }
                rest.append(byte)
                continue
            }
            guard let report = WorkerReport(line: rest) else { throw .isNoReport }
            rest.removeAll(keepingCapacity: true)
            try note(report)
            reports.append(report)
        }
        return reports
    }

    private mutating func note(_ report: WorkerReport) throws(Complaint) {
        count += 1
        guard count <= Self.mostReports else { throw .saysTooMuch }
        // A worker that cannot set up its sandbox reports the failure before `ready`.
        guard last == nil, isReady ? report != .ready : report == .ready || report.isFailure else { throw .breaksOrder }
        if report == .ready { isReady = true }
        if report.isLast { last = report }
    }
}

extension WorkerReport {
    fileprivate var isFailure: Bool {
        if case .failed = self { true } else { self == .outOfMemory }
    }
}
