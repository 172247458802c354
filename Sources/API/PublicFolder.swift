import Foundation

/// Where the page lies when nobody says so.
package enum PublicFolder {
    /// What people copy and change, and therefore read.
    package static let toCopy = ["clients/", "renderers/example.js"]

    /// The folder named Public in the working folder, or beside the program, or in a folder above the program: the
    /// last is the checkout that `swift run` was called in.
    package static func find() -> String? {
        // Where /proc is not mounted, the name it was called by is as good as most.
        let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        var candidates = [FileManager.default.currentDirectoryPath]
        var folder = URL(fileURLWithPath: program).deletingLastPathComponent()
        while folder.path != "/" {
            candidates.append(folder.path)
            folder = folder.deletingLastPathComponent()
        }
        return candidates.map { $0 + "/Public" }.first { FileManager.default.fileExists(atPath: $0 + "/index.html") }
    }
}
