import Foundation
import Testing

/// A program that some tests need and a newcomer may lack.
struct Tool: Sendable {
    static let node = Tool("node")
    static let chromium = Tool("chromium", "chromium-browser", "google-chrome")
    static let nginx = Tool("nginx")
    /// No build machine has to have it: it is asked for less than nginx, and its set-up is two lines.
    static let caddy = Tool("caddy", isRequired: false)
    static let ffmpeg = Tool("ffmpeg")
    static let python = Tool("python3")
    /// A Python that has numpy: the first on the path may be one of its own, without it.
    static let numpy = Tool("python3", isFit: { hasNumpy($0) })

    let name: String
    private let path: String?
    private let isRequired: Bool

    private init(_ names: String..., isRequired: Bool = true, isFit: (String) -> Bool = { _ in true }) {
        // nginx lies in /usr/sbin, which only root has on the path.
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folders = path.components(separatedBy: ":") + ["/usr/sbin"]
        name = names[0]
        self.isRequired = isRequired
        self.path = names.flatMap { name in folders.map { "\($0)/\(name)" } }
            .first { FileManager.default.isExecutableFile(atPath: $0) && isFit($0) }
    }

    private static func hasNumpy(_ python: String) -> Bool {
        let script = "\(python) -c 'import numpy' 2>/dev/null"
        return system(script) == 0
    }

    /// True on a build machine, where a missing tool must not pass unnoticed.
    private static var isBuildMachine: Bool { ProcessInfo.processInfo.environment["CI"] == "true" }

    /// Where the program lies; absent, a failure.
    func found() throws -> String {
        guard let path else { throw NeverHappened("finding \(name), which .ci/setup --test installs") }
        return path
    }

    fileprivate var mayRun: Bool { path != nil || (isRequired && Self.isBuildMachine) }
    fileprivate var lack: String { isRequired ? "\(name) is not installed: .ci/setup --test does it" : "\(name) is not installed" }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test where the tool is absent; under CI=true it runs, and fails.
    static func needs(_ tool: Tool) -> Self {
        .enabled(if: tool.mayRun, "\(tool.lack)")
    }
}
