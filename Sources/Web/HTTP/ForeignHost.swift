/// A host that was asked for and is not ours, in a form that is safe to show: bounded, and of the bytes of hosts alone.
struct ForeignHost: CustomStringConvertible {
    /// The longest name in the DNS has 253 bytes; nobody reads more of it than this.
    private static let longest = 100

    let description: String

    init(_ host: String) {
        let shown = host.utf8.prefix(Self.longest).map { Self.isOfHosts($0) ? $0 : UInt8(ascii: "?") }
        description = String(decoding: shown, as: UTF8.self) + (host.utf8.count > Self.longest ? "…" : "")
    }

    /// Without its port, as `--allow-host` takes it.
    var name: String {
        let parts = description.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 ? String(parts[0]) : description
    }

    private static func isOfHosts(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: ".-_:[]".utf8.contains(byte)
        }
    }
}
