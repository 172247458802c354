/// Which Downbeat this is.
enum Version {
    static let text = "0.1.0"
    /// The major number of the protocol that clients speak.
    static let protocolNumber = 1
}
