import COpenSSL
import Glibc
package import System

/// A certificate authority of the server's own, for names and addresses that no public authority certifies.
///
/// What it signs is valid for private addresses and local names only. A device that trusts it therefore risks nothing elsewhere,
/// even if the key is stolen.
package final class LocalAuthority: @unchecked Sendable {
    // Used by one task at a time: the one that renews certificates.

    /// Ten years: devices must be given a new one by hand.
    private static let authorityDays = 3652
    /// A server's certificate ends after this, and is renewed a third of it before. Apple refuses more than 825 days.
    private static let (serverDays, renewalDays) = (90, 30)

    /// The addresses of private networks (RFC 1918, 6598, 3927, 4193, 4291) and of this machine, and the masks of their prefixes.
    private static let addresses = [
        ("10.0.0.0/8", "255.0.0.0"), ("172.16.0.0/12", "255.240.0.0"), ("192.168.0.0/16", "255.255.0.0"),
        ("100.64.0.0/10", "255.192.0.0"), ("169.254.0.0/16", "255.255.0.0"), ("127.0.0.0/8", "255.0.0.0"),
        ("fc00::/7", "fe00::"), ("fe80::/10", "ffc0::"), ("::1/128", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
    ]
    /// Names that only a local network resolves, as `HostPolicy` has them.
    private static let names = ["localhost", "local", "lan", "home.arpa", "internal"]

    private let folder: String
    private let clock: any HouseClock
    private let certificate: Certificate
    private let key: PrivateKey

    /// SHA-256 of the authority's certificate, as browsers show it.
    package var fingerprint: String { certificate.fingerprint }
    /// The authority's certificate, for devices that shall trust it.
    package var pem: [UInt8] { certificate.pem }

    /// Reads the authority in `folder`, or makes one. `host` is the machine's name.
    package init(in folder: String, host: String, _ clock: any HouseClock) throws(TLSProblem) {
        self.clock = clock
        self.folder = folder
        let (certificatePath, keyPath) = ("\(folder)/authority.pem", "\(folder)/authority.key")
        if let stored = try? (Certificate(pem: Self.read(certificatePath)), PrivateKey(pem: Self.read(keyPath))),
            stored.0.belongs(to: stored.1), stored.0.end.map({ $0 > clock.second }) ?? false
        {
            (certificate, key) = stored
            return
        }
        key = try PrivateKey()
        let names = (Self.names + (Self.isName(host) ? [host] : [])).map { "permitted;DNS:\($0)" }
        let addresses = Self.addresses.map { range, mask in "permitted;IP:\(range.prefix { $0 != "/" })/\(mask)" }
        certificate = try Certificate(
            name: Self.name(for: host), key: key, days: Self.authorityDays,
            extensions: [
                (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"), (NID_key_usage, "critical,keyCertSign,cRLSign"),
                (NID_subject_key_identifier, "hash"),
                (NID_name_constraints, "critical," + (names + addresses).joined(separator: ",")),
            ], issuer: nil)
        // The key first: a certificate without its key would be taken for a whole authority.
        try Self.write(key.pem, to: keyPath)
        try Self.write(certificate.pem, to: certificatePath)
    }

    /// The server's certificate for some hosts: the stored one while it serves, else a new one. Hosts are names and addresses, as
    /// in a URL; those that the authority may not certify are left out.
    package func certificate(for hosts: [String]) throws(TLSProblem) -> TLSCertificate {
        let (certificatePath, keyPath) = ("\(folder)/server.pem", "\(folder)/server.key")
        let named = hosts.filter { covers($0) }
        if let stored = try? Certificate(pem: Self.read(certificatePath)), stored.isSigned(by: key),
            stored.end.map({ $0 - clock.second > Self.renewalDays * 24 * 3600 }) ?? false,
            named.allSatisfy({ Self.isAddress($0) ? stored.names(address: Self.bare($0)) : stored.names(host: $0) }),
            let loaded = try? TLSCertificate(certificate: certificatePath, key: keyPath)
        {
            return loaded
        }
        let serverKey = try PrivateKey()
        let alternatives = named.map { Self.isAddress($0) ? "IP:\(Self.bare($0))" : "DNS:\($0)" }
        let made = try Certificate(
            name: named.first ?? "localhost", key: serverKey, days: Self.serverDays,
            extensions: [
                (NID_basic_constraints, "critical,CA:FALSE"), (NID_key_usage, "critical,digitalSignature"),
                (NID_ext_key_usage, "serverAuth"), (NID_subject_key_identifier, "hash"),
                (NID_authority_key_identifier, "keyid:always"), (NID_subject_alt_name, alternatives.joined(separator: ",")),
            ], issuer: (certificate, key))
        try Self.write(serverKey.pem, to: keyPath)
        // With the authority's, so that a browser's warning shows the fingerprint that the terminal shows.
        try Self.write(made.pem + certificate.pem, to: certificatePath)
        return try TLSCertificate(certificate: certificatePath, key: keyPath)
    }

    /// Whether the authority may certify a host.
    private func covers(_ host: String) -> Bool {
        if Self.isAddress(host) {
            guard let address = PeerAddress.Host(text: Self.bare(host)) else { return false }
            return Self.addresses.contains { range, _ in AddressRange(range)?.contains(address) == true }
        }
        guard Self.isName(host) else { return false }
        return Self.names.contains { host == $0 || host.hasSuffix(".\($0)") } || certificate.name == Self.name(for: host)
    }

    private static func name(for host: String) -> String { "Downbeat on \(isName(host) ? host : "this network")" }

    private static func isAddress(_ host: String) -> Bool { IPLiteral.isVersion4(host) || host.hasPrefix("[") }

    /// An IPv6 address without its brackets.
    private static func bare(_ host: String) -> String { host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host }

    private static func isName(_ host: String) -> Bool {
        !host.isEmpty && host.utf8.count < 64 && host.utf8.allSatisfy { ByteClass.hostName.contains($0) }
    }

    /// Empty if there is no such file.
    private static func read(_ path: String) -> [UInt8] { Array(ProcFile.text(of: path).utf8) }

    private static func write(_ bytes: [UInt8], to path: String) throws(TLSProblem) {
        do {
            try NewFile.write(bytes, to: path, isSecret: true)
        } catch {
            throw TLSProblem("\(error)")
        }
    }
}
