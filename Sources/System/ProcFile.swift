import Glibc

/// Reads files below /proc. Their size is reported as 0, so Foundation reads their first page only.
package enum ProcFile {
    /// The text; empty where there is none.
    package static func text(of path: String, atMost limit: Int = 64 << 10) -> String {
        let raw = open(path, O_RDONLY | O_CLOEXEC)
        guard raw >= 0 else { return "" }
        defer { close(raw) }
        var bytes = [UInt8](repeating: 0, count: limit)
        var count = 0
        while count < bytes.count {
            let taken = bytes.withUnsafeMutableBytes { read(raw, $0.baseAddress! + count, $0.count - count) }
            guard taken > 0 else { break }
            count += taken
        }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// The names in a folder; empty if it is unreadable or gone. Foundation fails if entries vanish while it reads, as processes do.
    package static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names
    }
}
