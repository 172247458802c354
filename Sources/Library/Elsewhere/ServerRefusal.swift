package import Subsonic

/// Why a music server is not added, changed or removed.
package enum ServerRefusal: Error, Equatable, CustomStringConvertible {
    case badName
    case badAddresses(most: Int)
    case badAddress
    case badUser
    case noSecret
    case needsSecretAgain
    case taken(String)
    case tooMany(Int)
    case unknown(String)
    /// It is set on the command line.
    case fixed(String)
    /// It was tried, and this went wrong.
    case failed(SubsonicError)
    case busy
    case unwritten

    /// One sentence, without a secret.
    package var description: String {
        switch self {
        case .badName: "The name must have 1 to 32 \(ServerName.rule)."
        case .badAddresses(let most): "A music server has 1 to \(most) addresses, each once."
        case .badAddress: "An address must be like https://nas.example, without user, password or question mark."
        case .badUser: "The user must be one line of 1 to 200 bytes."
        case .noSecret: "The password, token, salt or key must be one line of 1 to 1000 bytes."
        case .needsSecretAgain: "Enter the password again: it would be sent to an address that is new."
        case .taken(let name): "There is a music server “\(name)” already."
        case .tooMany(let most): "There are \(most) music servers already: remove one first."
        case .unknown(let name): "There is no music server “\(name)”."
        case .fixed(let name): "The music server “\(name)” is set on the command line: change it there."
        case .failed(let error): "\(error)."
        case .busy: "The music servers are being changed; try again in a moment."
        case .unwritten: "The music servers cannot be saved; nothing was changed."
        }
    }
}
