/// Why a file cannot be read as an analysis.
package enum AnalysisFileError: Error, Hashable, CustomStringConvertible {
    case unreadable(Int32)
    case tooShort(Int)
    case notAnAnalysis
    case version(UInt32)
    case length(written: UInt64, found: Int)
    case damaged(String)
    case section(AnalysisLayout.Section, String)

    package var description: String {
        switch self {
        case .unreadable(let code): "the analysis could not be read (system error \(code))"
        case .tooShort(let length): "\(length) bytes are too few for an analysis"
        case .notAnAnalysis: "this is not an analysis file"
        case .version(let version): "analysis files of version \(version) are not supported"
        case .length(let written, let found): "the analysis should have \(written) bytes and has \(found)"
        case .damaged(let what): "the analysis is damaged: \(what)"
        case .section(let section, let what): "the analysis is damaged: section \(section.rawValue) \(what)"
        }
    }
}
