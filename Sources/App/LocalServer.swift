import API
import Glibc
import System
import Web

/// The server of this machine, as the command line asks it.
struct LocalServer {
    /// The timeout in seconds: a working server answers at once, and containers treat a slower one as unhealthy.
    private static let patience = 10

    /// The address that it listens on.
    let bind: String
    let port: UInt16
    let basePath: String

    /// The status of the answer to a question; nil if it is not HTTP.
    func status(_ path: String) throws(Failure) -> Int? {
        try reached { address in
            try LocalQuestion(.get, basePath + path, at: address, port: port).status(within: Self.patience)
        }
    }

    /// The answer to a question with a token; nil if it is not HTTP.
    func answer(_ method: Method, _ path: String, token: String, json: [UInt8]?) throws(Failure) -> LocalQuestion.Answer? {
        try reached { address in
            try LocalQuestion(method, basePath + path, at: address, port: port, token: token, json: json)
                .answer(within: Self.patience)
        }
    }

    private func reached<Value>(_ ask: (String) throws -> Value) throws(Failure) -> Value {
        do {
            do {
                return try ask(bind)
            } catch let error as SystemError where bind == Invitation.everywhere && error.code == EAFNOSUPPORT {
                // Then the server, too, listens on IPv4 only.
                return try ask("0.0.0.0")
            }
        } catch let error as SystemError {
            let isLate = [EAGAIN, EINPROGRESS].contains(error.code)
            let reason = isLate ? "none in \(Self.patience) s" : SystemError.text(of: error.code)
            throw .unavailable("no answer on port \(port) (\(reason))")
        } catch {
            throw .unavailable("\(error)")
        }
    }
}
