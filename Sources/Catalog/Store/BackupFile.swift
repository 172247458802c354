import Glibc

/// A backup of the catalog and the rooms in the folder `backups` beside them, named after the time it was made.
package struct BackupFile: Hashable, Sendable {
    private static let folder = "backups"
    private static let prefix = "catalog-"
    private static let suffix = ".sqlite"
    /// Separates the time from a version in the names of copies made before a migration.
    private static let versionMark = "-version-"
    /// The single copy of earlier versions, beside the catalog.
    private static let old = "catalog.backup.sqlite"

    package let path: String
    package let name: String
    /// Seconds since 1970.
    package let moment: Int
    /// The schema version before a migration; nil for daily copies.
    package let version: Int?

    /// All copies of the catalog in `folder`, the newest first.
    package static func all(in folder: String) -> [BackupFile] {
        var found: [BackupFile] = []
        if let listing = opendir(self.folder(in: folder)) {
            defer { closedir(listing) }
            while let entry = readdir(listing) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if let file = BackupFile(name, in: folder) { found.append(file) }
            }
        }
        var status = stat()
        if stat("\(folder)/\(old)", &status) == 0 {
            found.append(
                BackupFile(path: "\(folder)/\(old)", name: old, moment: status.st_mtim.tv_sec, version: nil))
        }
        return found.sorted { ($0.moment, $0.name) > ($1.moment, $1.name) }
    }

    /// The file name of a copy made at a time.
    init(in folder: String, at moment: Int, version: Int? = nil) {
        var parts = tm()
        var seconds = moment
        gmtime_r(&seconds, &parts)
        func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let date = "\(Int(parts.tm_year) + 1900)\(padded(parts.tm_mon + 1))\(padded(parts.tm_mday))"
        let clock = padded(parts.tm_hour) + padded(parts.tm_min) + padded(parts.tm_sec)
        let mark = version.map { "\(Self.versionMark)\($0)" } ?? ""
        name = "\(Self.prefix)\(date)T\(clock)Z\(mark)\(Self.suffix)"
        path = "\(Self.folder(in: folder))/\(name)"
        self.moment = moment
        self.version = version
    }

    private init(path: String, name: String, moment: Int, version: Int?) {
        (self.path, self.name, self.moment, self.version) = (path, name, moment, version)
    }

    /// Nil if it is not the name of a copy.
    private init?(_ name: String, in folder: String) {
        guard name.hasPrefix(Self.prefix), name.hasSuffix(Self.suffix) else { return nil }
        let middle = Array(name.utf8.dropFirst(Self.prefix.utf8.count).dropLast(Self.suffix.utf8.count))
        guard middle.count >= 16, middle[8] == UInt8(ascii: "T"), middle[15] == UInt8(ascii: "Z") else { return nil }
        func number(_ range: Range<Int>) -> Int32? { Int32(String(decoding: middle[range], as: UTF8.self)) }
        guard let year = number(0..<4), let month = number(4..<6), let day = number(6..<8), let hour = number(9..<11),
            let minute = number(11..<13), let second = number(13..<15), year >= 1970
        else { return nil }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1900, month - 1, day)
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (hour, minute, second)
        var version: Int?
        if middle.count > 16 {
            let mark = String(decoding: middle[16...], as: UTF8.self)
            guard mark.hasPrefix(Self.versionMark), let known = Int(mark.dropFirst(Self.versionMark.count)) else { return nil }
            version = known
        }
        self.init(
            path: "\(Self.folder(in: folder))/\(name)", name: name, moment: timegm(&parts), version: version)
    }

    static func folder(in folder: String) -> String { "\(folder)/\(Self.folder)" }

    /// Copies the catalog at `catalog` and its rooms here; the file appears when it is complete and synced to disk.
    func make(of catalog: String) throws(CatalogError) {
        let folder = String(path.dropLast(name.utf8.count + 1))
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw errno == ENOSPC ? .diskFull : .readOnly }
        let draft = "\(folder)/draft.sqlite"
        for ending in ["", "-journal"] { unlink(draft + ending) }
        do throws(CatalogError) {
            try Connection(catalog, .reading).run("VACUUM INTO ?", Value(draft))
            chmod(draft, DatabaseFile.mode)
            if let rooms = RoomFile.file(of: catalog) { try RoomFile.join(rooms, into: draft) }
            try Durability.settle(draft)
        } catch {
            unlink(draft)
            throw error
        }
        guard rename(draft, path) == 0 else { throw .readOnly }
        try Durability.settle(folder)
    }
}
