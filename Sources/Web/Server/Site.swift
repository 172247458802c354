package import System

/// Everything that all loops share and nobody changes while the server runs.
package struct Site: Sendable {
    package var routes: Routes
    package var files: StaticFiles?
    package var limits = Limits()
    package var hosts: HostPolicy
    package var origins: OriginPolicy
    /// A prefix that a proxy leaves in front of every path, such as "/music"; empty for none.
    package var basePath = ""
    /// What goes wrong below this prefix, such as "/api/", is told as a problem (RFC 9457); nil for nowhere.
    package var problemPrefix: String?
    /// Whether X-Forwarded-* of this peer is believed.
    package var trusts: @Sendable (PeerAddress) -> Bool = { $0.isLoopback }
    /// Throws what a request is refused with whose sender may not read here; nil lets everyone read.
    package var reading: Routes.Guard?
    /// The paths that everyone may read.
    package var openPaths: Set<String> = []
    /// Where the bodies of uploads wait until they are complete.
    let spool: SpoolWriter
    package let log: Log
    /// Where the loops write what they do; nil where nobody looks.
    package var board: WorkBoard?

    package init(
        routes: Routes, files: StaticFiles?, hosts: HostPolicy, origins: OriginPolicy, spoolFolder: String = "/tmp", log: Log
    ) {
        self.routes = routes
        self.files = files
        self.hosts = hosts
        self.origins = origins
        spool = SpoolWriter(folder: spoolFolder)
        self.log = log
    }

    /// Whether the address, decoded or as far as it could be read, lies where problems are told.
    func tellsProblems(at path: String) -> Bool {
        guard let problemPrefix else { return false }
        return path.utf8.starts(with: problemPrefix.utf8) || path.utf8.starts(with: (basePath + problemPrefix).utf8)
    }
}
