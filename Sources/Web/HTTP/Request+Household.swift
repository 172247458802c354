extension Request {
    /// Names those who share what one household may hold: an IPv4 address, or an IPv6 network of 64 bits.
    package var household: String {
        let network = (forwarded.client.flatMap { PeerAddress.Host(text: $0) } ?? peer.host).household
        return "\(String(network.high, radix: 16)):\(String(network.low, radix: 16))"
    }
}
