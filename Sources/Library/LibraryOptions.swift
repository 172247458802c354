package import Fetch
import Foundation
package import Subsonic

/// Whether, and when, the tags of files may be edited.
package enum TagEditing: Sendable {
    case none
    /// Only while the kernel proves that no other program writes the file.
    case proven
    /// Also where it cannot: the owner says that no other program writes music files.
    case alone
}

/// The settings of the library: its folders and its limits.
package struct LibraryOptions: Sendable {
    /// Absolute paths of music folders; if empty, those of the last run are used.
    package var folders: [String] = []
    /// Nil for the default of `DataFolder.location`.
    package var dataFolder: String?
    /// The size limit of the analysis cache, in bytes.
    package var cacheSize = 2 << 30
    /// Tracks analyzed at the same time.
    package var jobs: Int
    /// The folder for uploads; nil if there are none.
    package var uploadFolder: String?
    /// The service that is asked for lyrics; nil asks none.
    package var lyricsService: FetchAddress?
    /// What is fetched after files were changed here, so that another server scans its folders.
    package var rescanAddress: FetchAddress?
    package struct NamedServer: Sendable {
        package let name: String
        package let addresses: [FetchAddress]

        package init(name: String, addresses: [FetchAddress]) {
            self.name = name
            self.addresses = addresses
        }
    }

    /// Servers whose music is served as well, and the same ones with their logins.
    package var namedServers: [NamedServer] = []
    package var servers: [SubsonicServer] = []
    /// The size limit of the cache of their files, in bytes.
    package var fetchedSize = 10 << 30
    /// The size limit of one upload, in bytes.
    package var uploadLimit = 2 << 30
    /// How uploads are named by their tags; nil for the names that they come with.
    package var uploadPattern: UploadPattern?
    package var tagEditing = TagEditing.none

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

    /// The absolute path of a file, without `.` and `..`: it does not depend on the working directory.
    package static func absolute(_ path: String) -> String {
        let folder = path.hasPrefix("/") ? "" : FileManager.default.currentDirectoryPath + "/"
        var parts: [Substring] = []
        for part in (folder + path).split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}
