import Glibc
package import System

/// The configuration that all loops share; constant while the server runs.
package struct Site: Sendable {
    /// The lists that one address may have ahead of another's: each takes 2 to 4 ms, and these keep all processors at work.
    private static let mostBegunPerAddress = max(4, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    /// Past four busy addresses, all take turns.
    private static let mostBegun = 4 * mostBegunPerAddress

    package var routes: Routes
    package var files: StaticFiles?
    package var limits = Limits()
    package var hosts: HostPolicy
    package var origins: OriginPolicy
    /// A prefix that a proxy leaves in front of every path, such as "/music"; empty for none.
    package var basePath = ""
    /// Errors below these prefixes, such as "/api/", are answered as problem details (RFC 9457).
    package var problemPrefixes: [String] = []
    /// Below these prefixes slashes at the end of a path and beside others mean nothing: some clients join addresses so.
    package var tidyPrefixes: [String] = []
    /// Whether X-Forwarded-* headers from this address are trusted.
    package var trusts: @Sendable (PeerAddress.Host) -> Bool = { $0.isLoopback }
    /// Whether this is a gateway that has checked who asks, such as Home Assistant's ingress. It may ask by any host: the login of
    /// its users is bound to the one by which they know it, so that DNS rebinding gains nothing.
    package var isGateway: @Sendable (PeerAddress.Host) -> Bool = { _ in false }
    /// Throws if the sender of a request may not read; nil lets everyone read.
    package var reading: Routes.Guard?
    /// Paths that `reading` does not guard.
    package var openPaths: Set<String> = []
    /// Where long answers are made.
    package var lane = SlowLane.shared
    /// Where short requests that change nothing wait for their turns.
    package var turnstile = Turnstile(inAll: Self.mostBegun, perAddress: Self.mostBegunPerAddress)
    /// Writes the bodies of uploads to disk.
    let spool: SpoolWriter
    /// Makes the transport of a new connection, as it is before TLS.
    var transport: @Sendable (consuming Descriptor) -> any Transport = { PlainSocket($0) }
    /// TLS for the connections that ask for it; nil for none.
    package var encryption: Encryption?
    /// Whether browsers are told to use this host by https only (HSTS).
    package var bindsToTLS = false
    package let log: Log
    package let clock: any HouseClock
    /// The board on which the loops mark their current work; nil if it is not watched.
    package var board: WorkBoard?

    package init(
        routes: Routes, files: StaticFiles?, hosts: HostPolicy, origins: OriginPolicy, spoolFolder: String = "/tmp", log: Log,
        clock: any HouseClock
    ) {
        self.routes = routes
        self.files = files
        self.hosts = hosts
        self.origins = origins
        spool = SpoolWriter(folder: spoolFolder)
        self.log = log
        self.clock = clock
    }

    /// Whether errors at this path, which may be only partly parsed, are answered as problem details.
    func tellsProblems(at path: String) -> Bool {
        problemPrefixes.contains { path.utf8.starts(with: $0.utf8) || path.utf8.starts(with: (basePath + $0).utf8) }
    }
}
