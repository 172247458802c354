/// Which Downbeat this is.
package enum ProgramVersion {
    package static let text = "0.1.0"
    /// The major number of the protocol that clients speak.
    package static let protocolNumber = 1
}
