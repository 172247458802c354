/// Identifies an unchanged file without opening it. A source that has no inodes puts another number that is the file's alone there.
package struct FileStamp: Hashable, Sendable {
    package let size: Int64
    /// Nanoseconds since 1970.
    package let modified: Int64
    package let inode: Int64

    package init(size: Int64, modified: Int64, inode: Int64) {
        self.size = size
        self.modified = modified
        self.inode = inode
    }

    init(_ row: Row) {
        self.init(size: row.integer("size"), modified: row.integer("modified"), inode: row.integer("inode"))
    }
}

/// What is equal for copies of a file, as far as can be told without reading it.
package struct FileTwin: Hashable, Sendable {
    private let size: Int64
    /// As titles are searched.
    private let title: String

    package init(size: Int64, title: String) {
        self.size = size
        self.title = Catalog.key(of: title)
    }
}

/// A file as the catalog knows it.
package struct KnownFile: Hashable, Sendable {
    /// Nil for a file that is not music.
    package let track: Int?
    package let stamp: FileStamp
    package var hasCoverBeside = false
    /// Whether its tags are to be read again, since more is read of tags now.
    package var isDue = false
}
