import Foundation
import Testing

/// A program that some tests need and a newcomer may lack.
struct Tool: Sendable {
    static let node = Tool("node")
    static let chromium = Tool("chromium", "chromium-browser", "google-chrome")
    static let nginx = Tool("nginx")
    static let ffmpeg = Tool("ffmpeg")
    static let python = Tool("python3")
    /// A Python that has numpy: the first on the path may be one of its own, without it.
    static let numpy = Tool("python3", isFit: { hasNumpy($0) })

    let name: String
    private let path: String?

    private init(_ names: String..., isFit: (String) -> Bool = { _ in true }) {
        // nginx lies in /usr/sbin, which only root has on the path.
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folders = path.components(separatedBy: ":") + ["/usr/sbin"]
        name = names[0]
        self.path = names.flatMap { name in folders.map { "\($0)/\(name)" } }
            .first { FileManager.default.isExecutableFile(atPath: $0) && isFit($0) }
    }

    private static func hasNumpy(_ python: String) -> Bool {
        let script = "\(python) -c 'import numpy' 2>/dev/null"
        return system(script) == 0
    }

    /// True on a build machine, where a missing tool must not pass unnoticed.
    private static var isRequired: Bool { ProcessInfo.processInfo.environment["CI"] == "true" }

    /// Where the program lies; absent, a failure.
    func found() throws -> String {
        guard let path else { throw NeverHappened("finding \(name), which .ci/setup --test installs") }
        return path
    }

    fileprivate var mayRun: Bool { path != nil || Self.isRequired }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test where the tool is absent; under CI=true it runs, and fails.
    static func needs(_ tool: Tool) -> Self {
        .enabled(if: tool.mayRun, "\(tool.name) is not installed: .ci/setup --test does it")
    }
}
