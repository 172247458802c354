import CLinux
import Foundation
import Glibc
package import Library
import Session
package import Web

/// The addresses of this server's page, for other devices and for this machine.
package struct Invitation: Sendable {
    /// Every address of this machine, IPv4 ones included.
    package static let everywhere = "::"

    /// Exists while Avahi announces this machine's name in the network.
    private static let nameService = "/run/avahi-daemon/socket"

    /// The address that the server listens on.
    package let bind: String
    let port: UInt16
    let basePath: String
    /// Names of this machine outside the local network.
    let names: [String]
    /// The addresses that the owner has named, since a container cannot know them; nil looks at this machine's networks. A `*` stands for
    /// the name by which a gateway on the same machine was asked in this network.
    let named: [String]?
    /// Whether browsers open a host by https without a warning, or cannot do without https.
    let isSecure: @Sendable (String) -> Bool
    /// The certificate of the server's own authority; nil if it has none.
    let authority: [UInt8]?
    /// Looked up each time: networks come and go while a server runs.
    var network: @Sendable () -> [LocalAddress] = { LocalAddress.all }
    var networkName: @Sendable () -> String? = Invitation.announcedName

    package init(
        bind: String, port: UInt16, basePath: String, names: [String] = [], named: [String]? = nil,
        isSecure: @escaping @Sendable (String) -> Bool = { _ in false }, authority: [UInt8]? = nil,
        network: @escaping @Sendable () -> [LocalAddress] = { LocalAddress.all },
        networkName: @escaping @Sendable () -> String? = Invitation.announcedName
    ) {
        self.bind = bind
        self.port = port
        self.basePath = basePath
        self.names = names
        self.named = named
        self.isSecure = isSecure
        self.authority = authority
        self.network = network
        self.networkName = networkName
    }

    /// The names and addresses by which devices may call this machine, in the form for a URL.
    package var hosts: [String] {
        let found = isEverywhere ? network().filter { bind == Self.everywhere || !$0.isIPv6 }.map(\.host) : [Self.bracketed(bind)]
        return ["localhost", "127.0.0.1", "[::1]"] + found + [networkName()].compactMap { $0 }
    }

    /// The page's address on this machine.
    package var here: String { link(isEverywhere || isOnlyHere ? "localhost" : Self.bracketed(bind)) }

    /// Whether no other device can connect, because the server listens on loopback only.
    package var isOnlyHere: Bool { Authority.isThisMachine(Self.bracketed(bind)) }

    private var isEverywhere: Bool { bind == Self.everywhere || bind == "0.0.0.0" }

    /// The addresses of a room for other devices, the likeliest first; empty if they cannot connect.
    package func addresses(room: String = RoomName.main) -> [String] {
        if named != nil { return named(for: nil, room: room) }
        if isOnlyHere { return [] }
        guard isEverywhere else { return [link(Self.bracketed(bind), room: room)] }
        let found = network().filter { bind == Self.everywhere || !$0.isIPv6 }
        guard !found.isEmpty else { return [] }
        let outside = names.filter { isSecure($0) }
        return (outside + found.map(\.host) + [networkName()].compactMap { $0 }).map { link($0, room: room) }
    }

    /// The same, but first the address that the request used: it is known to work. That of a gateway, where others would have to log
    /// in, is none.
    func addresses(for request: Request, room: String) -> [String] {
        let forwarded = request.forwarded
        let host = request.caller.host
        let authority = Authority(host).flatMap { Authority.isThisMachine($0.host) ? nil : $0 }
        if request.caller.isFromGateway, named != nil {
            return named(for: authority.flatMap { HostPolicy().allows($0.host) ? $0.host : nil }, room: room)
        }
        let others = addresses(room: room)
        guard authority != nil, !request.caller.isFromGateway else { return others }
        let asked = "\(request.caller.scheme)://\(host.lowercased())\(forwarded.prefix)\(basePath)/" + Self.query(room)
        return [asked] + others.filter { $0 != asked }
    }

    private func named(for host: String?, room: String) -> [String] {
        let addresses = (named ?? []).compactMap { address in
            address.contains("*") ? host.map { address.replacing("*", with: $0) } : address
        }
        return addresses.enumerated().filter { !addresses[..<$0.offset].contains($0.element) }.map { $0.element + Self.query(room) }
    }

    /// The page's address with a token: whoever opens it has the token's rights.
    package static func with(_ address: String, _ token: ControlToken) -> String { "\(address)#token=\(token.text)" }

    /// The address of the guests' page of a party, with its token.
    static func party(_ address: String, _ token: ControlToken) -> String {
        let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        return with((["\(parts[0])party/"] + parts.dropFirst().map(String.init)).joined(separator: "?"), token)
    }

    /// The page's address with the viewers' key, if one is needed.
    package static func viewer(_ address: String, _ key: ControlToken?) -> String {
        key.map { "\(address)#key=\($0.text)" } ?? address
    }

    private func link(_ host: String, room: String = RoomName.main) -> String {
        let (scheme, standardPort): (String, UInt16) = isSecure(host) ? ("https", 443) : ("http", 80)
        return "\(scheme)://\(host)\(port == standardPort ? "" : ":\(port)")\(basePath)/" + Self.query(room)
    }

    private static func query(_ room: String) -> String {
        // Percent-encoding cannot fail for the name of a room.
        room == RoomName.main ? "" : "?room=" + (room.addingPercentEncoding(withAllowedCharacters: .urlHostAllowed) ?? "")
    }

    private static func bracketed(_ host: String) -> String { host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host }

    /// This machine's name in the network, if Avahi announces it.
    private static func announcedName() -> String? {
        var name = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
        guard access(nameService, F_OK) == 0, gethostname(&name, name.count) == 0 else { return nil }
        let text = String(
            decoding: name.prefix { $0 != 0 && $0 != CChar(UInt8(ascii: ".")) }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.isEmpty ? nil : text.lowercased() + ".local"
    }
}
