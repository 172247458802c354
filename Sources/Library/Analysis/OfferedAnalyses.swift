import Catalog
import Workers

/// Analyses that were made while uploads were checked, until the turn of their files comes.
struct OfferedAnalyses {
    /// Each holds a file open; beyond, the oldest is given up and made again.
    private static let most = 16

    private var analyses: [(stamp: FileStamp, file: WorkerFile)] = []

    mutating func add(_ analysis: WorkerFile, of stamp: FileStamp) {
        if analyses.count == Self.most { analyses.removeFirst() }
        analyses.append((stamp, analysis))
    }

    /// Takes out the analysis of the file with this stamp.
    mutating func take(_ stamp: FileStamp) -> WorkerFile? {
        analyses.firstIndex { $0.stamp == stamp }.map { analyses.remove(at: $0).file }
    }
}
