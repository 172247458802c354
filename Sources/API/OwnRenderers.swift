import CLinux
import Glibc
package import System
package import Web

/// User-written styles: scripts in a folder, read again for each request, so that a reload shows changes.
package struct OwnRenderers: Sendable {
    /// The size limit of a script: more than a style that one writes by hand.
    private static let longest = 1 << 20
    private static let ending = ".js"

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
            guard file.hasSuffix(Self.ending), Self.isName(file.dropLast(Self.ending.count)),
                let bytes = try await DiskThreads.run({ try read(file) })
            else { throw HTTPError.notFound }
            return Response(.ok, fields: [("content-type", "text/javascript; charset=utf-8")], body: .bytes(bytes)).uncached
        }
    }

    private func names() throws -> [String] {
        guard let folder else { return [] }
        return try FolderListing(Array(folder.utf8)).entries().compactMap { entry in
            guard let name = String(validating: entry.name, as: UTF8.self), name.hasSuffix(Self.ending) else { return nil }
            let style = name.dropLast(Self.ending.count)
            return Self.isName(style) ? String(style) : nil
        }.sorted()
    }

    private func read(_ name: String) throws -> [UInt8]? {
        // A file that cannot be opened is reported as missing, whatever the reason.
        guard let folder else { return nil }
        return try? OpenFile.contents(of: folder + "/" + name, upTo: Self.longest)
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
