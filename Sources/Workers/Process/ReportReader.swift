/// Cuts what a worker says into reports, and stops listening to one that says too much or what is no report.
struct ReportReader {
    /// What is wrong with a worker's words.
    enum Complaint: Error {
        case isNoReport, saysTooMuch, breaksOrder
    }

    /// More lines than any work has to say: a hundred steps of progress, two hundred of frames, and some notes.
    static let mostReports = 1000

    private var rest: [UInt8] = []
    private var count = 0
    private(set) var isReady = false
    /// How it ended, in its own words.
    private(set) var last: WorkerReport?

    /// Takes the bytes that came and returns the reports they complete.
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
        // A worker that fails to put up its walls says so without ever having been ready.
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
