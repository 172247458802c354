/// The fuzz targets: each feeds bytes to some parsers and checks the results against laws.
enum FuzzTarget: String, CaseIterable, Sendable {
    case request, target, fields, frames, inflate, multipart

    /// The law that `input` breaks, or nil.
    func brokenLaw(by input: [UInt8]) -> String? {
        do throws(BrokenLaw) {
            switch self {
            case .request: try RequestHarness.check(input)
            case .target: try TargetHarness.check(input)
            case .fields: try FieldHarness.check(input)
            case .frames: try FrameHarness.check(input)
            case .inflate: try InflateHarness.check(input)
            case .multipart: try MultipartHarness.check(input)
            }
            return nil
        } catch {
            return error.sentence
        }
    }

    /// Valid and invalid inputs that mutations start from.
    var seeds: [[UInt8]] {
        switch self {
        case .request: RequestCorpus.streams
        case .target: TargetHarness.seeds
        case .fields: FieldHarness.seeds
        case .frames: FrameHarness.seeds
        case .inflate: InflateHarness.seeds
        case .multipart: MultipartHarness.seeds
        }
    }
}

/// A law that did not hold.
struct BrokenLaw: Error {
    let sentence: String
}

/// Throws that a law is broken unless it `holds`.
func demand(_ holds: Bool, _ broken: String) throws(BrokenLaw) {
    guard holds else { throw BrokenLaw(sentence: broken) }
}
