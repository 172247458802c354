/// Which of a folder's files is the cover of the music in it.
enum FolderCover {
    /// What people and their programs call it, the likeliest first.
    private static let names = ["cover", "folder", "front", "album", "artwork"]
    /// What browsers show and we can make smaller.
    private static let endings = ["jpg", "jpeg", "png", "webp"]

    /// The picture that is called a cover, in any case, or else the only picture there is; nil where that leaves it open.
    static func name(among files: some Sequence<String>) -> String? {
        // Sorted, since a folder's own order is no order.
        let pictures = files.sorted().compactMap { file -> (file: String, rank: Int)? in
            let parts = file.lowercased().split(separator: ".", omittingEmptySubsequences: false)
            // What begins with a dot is hidden: "._cover.jpg" is a Mac's note on a picture and no picture.
            guard parts.count > 1, !parts[0].isEmpty, let kind = endings.firstIndex(of: String(parts[parts.count - 1])) else {
                return nil
            }
            let name = names.firstIndex(of: parts.dropLast().joined(separator: ".")) ?? names.count
            return (file, name * endings.count + kind)
        }
        let best = pictures.min { $0.rank < $1.rank }
        guard let best, best.rank < names.count * endings.count || pictures.count == 1 else { return nil }
        return best.file
    }
}
