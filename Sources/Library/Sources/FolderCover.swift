/// Finds the cover among a folder's files.
enum FolderCover {
    /// The usual names of a cover, the likeliest first.
    private static let names = ["cover", "folder", "front", "album", "artwork"]
    /// Formats that browsers show and that we can scale.
    private static let endings = ["jpg", "jpeg", "png", "webp"]

    /// The picture with the name of a cover, in upper or lower case, or else the only picture; nil if there are none or several. With
    /// `isNamed` only one with the name of a cover: above the folders of discs there may be any picture.
    static func name(among files: some Sequence<String>, isNamed: Bool = false) -> String? {
        // Sorted, since the order of a folder listing is arbitrary.
        let pictures = files.sorted().compactMap { file -> (file: String, rank: Int)? in
            let parts = file.lowercased().split(separator: ".", omittingEmptySubsequences: false)
            // Names that begin with a dot are hidden: "._cover.jpg" is macOS metadata of a picture, not a picture.
            guard parts.count > 1, !parts[0].isEmpty, let kind = endings.firstIndex(of: String(parts[parts.count - 1])) else {
                return nil
            }
            let name = names.firstIndex(of: parts.dropLast().joined(separator: ".")) ?? names.count
            return (file, name * endings.count + kind)
        }
        let best = pictures.min { $0.rank < $1.rank }
        guard let best, best.rank < names.count * endings.count || pictures.count == 1 && !isNamed else { return nil }
        return best.file
    }
}
