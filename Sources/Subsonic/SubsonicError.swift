package import Fetch

/// Why a Subsonic server did not do what it was asked. `at` is scheme, host and port.
package enum SubsonicError: Error, Equatable, CustomStringConvertible {
    case fetch(FetchError)
    /// No address answered a moment ago, so none is asked now.
    case resting(because: String)
    case status(Int, at: String)
    case notSubsonic(Stranger)
    case garbled(at: String, because: String)
    case wrongLogin(at: String)
    case needsPassword(at: String)
    /// It checks no tokens, and there is no password to send.
    case refusesToken(at: String)
    case notAllowed(at: String)
    case notFound(at: String)
    case notSupported(String, at: String)
    case failed(code: Int, String, at: String)

    package var description: String {
        switch self {
        case .fetch(let error): "\(error)"
        case .resting(let why): why
        case .status(let status, let at): "\(at) answered with status \(status)"
        case .notSubsonic(let stranger): "\(stranger)"
        case .garbled(let at, let why): "the answer of \(at) cannot be read: \(why)"
        case .wrongLogin(let at): "\(at) refuses the user or the password"
        case .needsPassword(let at):
            "\(at) cannot check a token and wants the password itself, which is sent over https only unless you allow it"
        case .refusesToken(let at): "\(at) cannot check a token, so that a token and a salt are no login there: give the password"
        case .notAllowed(let at): "\(at) does not allow this user to do that"
        case .notFound(let at): "\(at) does not have it any more"
        case .notSupported(let method, let at): "\(at) does not know \(method)"
        case .failed(let code, let message, let at): "\(at) answered with error \(code): \(message)"
        }
    }

    /// Whether a person has to change the login first.
    package var isOfLogin: Bool {
        switch self {
        case .wrongLogin, .needsPassword, .refusesToken: true
        default: false
        }
    }

    /// Whether a person has to look after the server's certificate, or where it redirects to.
    package var isOfSecurity: Bool {
        if case .fetch(let error) = self { !error.mayPass && error != .cancelled } else { false }
    }

    /// Whether another address of the same server, or the same one later, may do it.
    package var mayPass: Bool {
        switch self {
        case .fetch(let error): error.mayPass
        case .resting, .notSubsonic: true
        case .status(let status, _): status >= 500 || status == 429
        default: false
        }
    }
}
