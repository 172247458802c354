import Foundation

/// The default folder of the web page.
package enum PublicFolder {
    /// Name prefixes of files that people read, copy and change.
    package static let toCopy = ["clients/", "renderers/example.js"]

    /// The folder named Public in the working directory, beside the program, or in a folder above the program: with `swift run`,
    /// that last one is the checkout.
    package static func find() -> String? {
        // Without /proc, the name by which the program was called usually works.
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
