import Glibc

extension Request {
    /// Names those who share what one household may hold: an IPv4 address, or an IPv6 network of 64 bits.
    package var household: String {
        guard let client = forwarded.client else {
            return peer.isIPv4 ? peer.description : Self.network(peer.host)
        }
        var address = in6_addr()
        guard inet_pton(AF_INET6, client, &address) == 1 else { return client }
        let host = PeerAddress.Host(address)
        // An IPv4 address in its mapped form is one of its own.
        return host.high == 0 ? client : Self.network(host)
    }

    private static func network(_ host: PeerAddress.Host) -> String {
        let network = host.household
        return "\(String(network.high, radix: 16)):\(String(network.low, radix: 16))"
    }
}
