import Foundation

/// Which music the program knows, and where it keeps what it finds.
package struct LibraryOptions: Sendable {
    /// Absolute paths of music folders; none means those of the last time.
    package var folders: [String] = []
    /// Nil means the usual place.
    package var dataFolder: String?
    /// Bytes that analysis files may take.
    package var cacheSize = 2 << 30
    /// Tracks analyzed at the same time.
    package var jobs: Int
    /// Where uploads go; nil where there are none.
    package var uploadFolder: String?
    /// Bytes of one upload.
    package var uploadLimit = 2 << 30

    package init(
        folders: [String] = [], dataFolder: String? = nil, cacheSize: Int = 2 << 30, jobs: Int, uploadFolder: String? = nil,
        uploadLimit: Int = 2 << 30
    ) {
        self.folders = folders
        self.dataFolder = dataFolder
        self.cacheSize = cacheSize
        self.jobs = jobs
        self.uploadFolder = uploadFolder
        self.uploadLimit = uploadLimit
    }

    /// A path that stays right wherever the program goes.
    package static func absolute(_ path: String) -> String {
        let folder = path.hasPrefix("/") ? "" : FileManager.default.currentDirectoryPath + "/"
        var parts: [Substring] = []
        for part in (folder + path).split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}
