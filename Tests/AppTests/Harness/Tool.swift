import Foundation
import Testing
import Waiting

/// An external program that some tests need.
struct Tool: Sendable {
    static let node = Tool("node")
    static let chromium = Tool("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    static let nginx = Tool("nginx")
    /// Not required on a build machine: it is used less than nginx, and its set-up is two lines.
    static let caddy = Tool("caddy", isRequired: false)
    static let ffmpeg = Tool("ffmpeg")
    static let python = Tool("python3")
    /// A Python with numpy: the first Python on the path may lack it.
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

    /// The path of the program; throws if it is missing.
    func found() throws -> String {
        guard let path else { throw NeverHappened("finding \(name), which .ci/setup --test installs") }
        return path
    }

    fileprivate var mayRun: Bool { path != nil || (isRequired && Self.isBuildMachine) }
    fileprivate var lack: String { isRequired ? "\(name) is not installed: .ci/setup --test does it" : "\(name) is not installed" }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test if the tool is missing. With CI=true, a test of a required tool runs, and fails.
    static func needs(_ tool: Tool) -> Self {
        .enabled(if: tool.mayRun, "\(tool.lack)")
    }
}
