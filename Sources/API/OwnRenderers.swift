import CLinux
import Glibc
package import System
package import Web

/// User-written styles: scripts and ISF files in a folder, read again for each request, so that a reload shows changes.
package struct OwnRenderers: Sendable {
    /// The size limit of a file: more than a style that one writes by hand. The page tells what is too long for a shader.
    private static let longest = 1 << 20
    private static let ending = ".js"
    /// Of files in the Interactive Shader Format.
    private static let isfEnding = ".fs"

    private struct List: Encodable {
        let renderers: [String]
    }

    /// Nil if none was named: then there are no such styles.
    let folder: String?

    /// Throws if the named folder is missing or unreadable, so that a mistake shows at once.
    package init(folder: String?) throws(Failure) {
        self.folder = folder
        guard let folder else { return }
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, access(folder, R_OK | X_OK) == 0 else {
            throw .unavailable("there is no folder of renderers \(folder), or it cannot be read")
        }
    }

    package func add(to routes: inout Routes) {
        routes.on(.get, "/renderers/own.json", takes: .waiting) { _ in
            Response(json: List(renderers: try await DiskThreads.run { try names() })).uncached
        }
        routes.on(.get, "/renderers/own/{file}", takes: .waiting) { request in
            let file = try request.parameters.text("file")
            guard let style = Self.style(of: file, ending: Self.ending), let bytes = try await DiskThreads.run({ script(style) })
            else { throw HTTPError.notFound }
            return Response(.ok, fields: [("content-type", "text/javascript; charset=utf-8")], body: .bytes(bytes)).uncached
        }
    }

    private func names() throws -> [String] {
        guard let folder else { return [] }
        let found = try FolderListing(Array(folder.utf8)).entries().compactMap { entry -> String? in
            guard let name = String(validating: entry.name, as: UTF8.self) else { return nil }
            return Self.style(of: name, ending: Self.ending) ?? Self.style(of: name, ending: Self.isfEnding)
        }
        return Set(found).sorted()
    }

    /// A style's script: its own, or one that holds the text of its ISF file.
    private func script(_ style: String) -> [UInt8]? {
        if let own = read(style + Self.ending) { return own }
        guard let bytes = read(style + Self.isfEnding) else { return nil }
        let shader = JSONString.quoted(String(decoding: bytes, as: UTF8.self))
        return Array("export const name = \"\(style)\", language = \"isf\", shader = \(shader);\n".utf8)
    }

    private func read(_ name: String) -> [UInt8]? {
        // A file that cannot be opened is reported as missing, whatever the reason.
        guard let folder else { return nil }
        return try? OpenFile.contents(of: folder + "/" + name, upTo: Self.longest)
    }

    /// The style that a file is of, if it ends so and its name can be a style's.
    private static func style(of file: String, ending: String) -> String? {
        guard file.hasSuffix(ending), isName(file.dropLast(ending.count)) else { return nil }
        return String(file.dropLast(ending.count))
    }

    /// Whether a name is safe in URLs, file names and text. URLs have it in lower case.
    private static func isName(_ name: some StringProtocol) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                    UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
