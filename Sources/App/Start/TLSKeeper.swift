import API
import CLinux
import Foundation
import Glibc
import System
import Web

/// How the server speaks TLS.
struct TLSOptions {
    /// Certificates of the server's own authority are used.
    var isAutomatic = false
    var certificates: [String] = []
    var keys: [String] = []
    /// Plain http is answered with a redirect.
    var isRequired = false
}

/// The server's certificates: read or made at the start, and replaced when their files change or their time is nearly over.
actor TLSKeeper {
    /// How often files and network addresses are compared with those in use.
    private static let interval: Duration = .seconds(5)
    /// All certificates are loaded anew after this, since with them the keys of the session tickets change.
    private static let longestUse: Duration = .seconds(24 * 3600)

    nonisolated let encryption: Encryption
    /// Nil if the certificates are files of the user.
    nonisolated let authority: LocalAuthority?
    private let options: TLSOptions
    private let log: Log
    private let hosts: @Sendable () -> [String]
    private var loaded: [FileState?]
    private var loadedFor: [String]
    private let clock: any HouseClock
    private var loadedAt: UInt64

    /// What a change of a file alters: it may be written anew, replaced, or be a link to another one now.
    private struct FileState: Equatable {
        let inode: UInt64
        let size: Int64
        let seconds: Int
        let nanoseconds: Int

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            inode = UInt64(status.st_ino)
            size = Int64(status.st_size)
            (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        }
    }

    /// The keeper that the options ask for; nil without TLS. Throws if the certificates cannot be used. `hosts` are those that the
    /// server's own authority certifies, as in URLs.
    static func begin(
        _ options: TLSOptions, folder: () throws(Failure) -> String, hosts: @escaping @Sendable () -> [String], log: Log,
        clock: any HouseClock
    ) throws(Failure) -> TLSKeeper? {
        guard options.certificates.count == options.keys.count else {
            throw .usage("--tls-cert and --tls-key must name as many files")
        }
        guard !options.isAutomatic || options.certificates.isEmpty else {
            throw .usage("--tls auto makes certificates, so it does not go with --tls-cert")
        }
        guard options.isAutomatic || !options.certificates.isEmpty else {
            if options.isRequired { throw .usage("--tls-only needs --tls auto or --tls-cert") }
            return nil
        }
        return try TLSKeeper(options, folder: folder(), hosts: hosts, log: log, clock: clock)
    }

    private init(_ options: TLSOptions, folder: String, hosts: @escaping @Sendable () -> [String], log: Log, clock: any HouseClock)
        throws(Failure)
    {
        (self.clock, loadedAt) = (clock, clock.now)
        self.options = options
        self.hosts = hosts
        self.log = log
        loadedFor = hosts()
        loaded = Self.states(options)
        do throws(TLSProblem) {
            authority = options.isAutomatic ? try LocalAuthority(in: folder, host: Self.machineName, clock) : nil
            let certificates = try Self.certificates(options, authority, loadedFor)
            encryption = Encryption(certificates, isRequired: options.isRequired)
            if certificates.isOver { log.warning("a certificate is over: browsers warn until its file is replaced", [:]) }
        } catch {
            throw .unavailable("\(error)")
        }
    }

    /// Whether browsers open a host by https without a warning, or cannot do without https.
    nonisolated func isSecure(_ host: String) -> Bool {
        encryption.isRequired || authority == nil && encryption.isCertified(for: host)
    }

    /// Replaces certificates until the task is cancelled.
    func keep() async {
        while (try? await clock.sleep(for: Self.interval)) != nil { renew() }
    }

    /// Loads the certificates again if anything has changed.
    func renew() {
        let (states, hosts) = (Self.states(options), options.isAutomatic ? hosts() : [])
        let isOld = clock.now - loadedAt > Self.longestUse.microseconds
        guard isOld || states != loaded || options.isAutomatic && Set(hosts) != Set(loadedFor) else { return }
        // Even if these are of no use: they are tried again when they change.
        (loaded, loadedFor) = (states, hosts)
        do throws(TLSProblem) {
            let certificates = try Self.certificates(options, authority, hosts)
            guard !certificates.isOver else { throw TLSProblem("a certificate in the changed files is over") }
            encryption.replace(certificates)
            if !isOld { log.info("certificates replaced", ["hosts": hosts.joined(separator: " ")]) }
        } catch {
            log.warning("the certificates in use stay", ["reason": "\(error)"])
        }
        loadedAt = clock.now
    }

    private static func certificates(
        _ options: TLSOptions, _ authority: LocalAuthority?, _ hosts: [String]
    ) throws(TLSProblem) -> TLSCertificates {
        if let authority { return TLSCertificates(try authority.certificate(for: hosts)) }
        var all: [TLSCertificate] = []
        for (certificate, key) in zip(options.certificates, options.keys) {
            all.append(try TLSCertificate(certificate: certificate, key: key))
        }
        return TLSCertificates(all[0], Array(all.dropFirst()))
    }

    private static func states(_ options: TLSOptions) -> [FileState?] {
        (options.certificates + options.keys).map { FileState($0) }
    }

    private static var machineName: String {
        var name = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
        guard gethostname(&name, name.count) == 0 else { return "" }
        return String(
            decoding: name.prefix { $0 != 0 && $0 != CChar(UInt8(ascii: ".")) }.map { UInt8(bitPattern: $0) }, as: UTF8.self
        )
        .lowercased()
    }
}
