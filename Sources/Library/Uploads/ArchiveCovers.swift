import Workers

/// The covers in an archive, and the folders into which the songs beside them went.
struct ArchiveCovers {
    struct Cover {
        let entry: ZipArchive.Entry
        /// The folder of its songs now.
        let parent: String
        /// How many of the archive's songs are there.
        let songs: Int
    }

    private struct Home {
        /// The name of the picture that belongs to its songs; nil if there is none, or they have several.
        var picture: String?
        var songs: Int
    }

    /// Larger pictures are scans of booklets.
    static let mostBytes = TagFields.mostPictureBytes

    /// By the folder of the archive, empty for its top.
    private let pictures: [String: ZipArchive.Entry]
    private var homes: [String: Home] = [:]

    init(of entries: [ZipArchive.Entry]) {
        pictures = Dictionary(grouping: entries) { Self.folder(of: $0.name) }.compactMapValues { inside in
            let name = FolderCover.name(among: inside.map { Self.last(of: $0.name) })
            let picture = inside.first { Self.last(of: $0.name) == name }
            return picture.flatMap { $0.trouble == nil && $0.size <= Self.mostBytes ? $0 : nil }
        }
    }

    /// Notes where a song of the archive was stored.
    mutating func note(_ stored: [StoredUpload], from entry: ZipArchive.Entry) {
        for file in stored where file.isNew {
            let (parent, picture) = (Self.folder(of: file.path), picture(for: Self.folder(of: entry.name))?.name)
            let before = homes[parent]
            homes[parent] = Home(
                picture: before == nil || before?.picture == picture ? picture : nil, songs: (before?.songs ?? 0) + 1)
        }
    }

    /// The picture in a folder, or in the nearest one above it: discs lie within the folder of their album.
    private func picture(for folder: String) -> ZipArchive.Entry? {
        if let picture = pictures[folder] { return picture }
        return folder.isEmpty ? nil : picture(for: Self.folder(of: folder))
    }

    /// What belongs beside the songs that were stored, but for those in `folder`, which is that of all uploads.
    func wanted(outside folder: String?) -> [Cover] {
        homes.sorted { $0.key < $1.key }.compactMap { parent, home in
            guard parent != folder, let picture = home.picture else { return nil }
            let entry = pictures.values.first { $0.name == picture }
            return entry.map { Cover(entry: $0, parent: parent, songs: home.songs) }
        }
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    private static func last(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }
}
