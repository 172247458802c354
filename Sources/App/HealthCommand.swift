import API
import Glibc
import System
import Web

/// `downbeat health`: asks the server that has the same settings whether it works.
struct HealthCommand {
    /// The timeout in seconds: a working server answers at once, and containers treat a slower one as unhealthy.
    private static let patience = 10

    private let options: Options

    init(_ options: Options) {
        self.options = options
    }

    /// Returns if the server works, and throws the reason if not.
    func run() throws(Failure) {
        let status: Int?
        do {
            status = try ask(at: options.bind)
        } catch let error as SystemError {
            let isLate = [EAGAIN, EINPROGRESS].contains(error.code)
            let reason = isLate ? "none in \(Self.patience) s" : SystemError.text(of: error.code)
            throw .unavailable("no answer on port \(options.port) (\(reason))")
        } catch {
            throw .unavailable("\(error)")
        }
        guard status == 200 else {
            throw .unavailable("the server on port \(options.port) is not healthy (\(status.map { "status \($0)" } ?? "no HTTP"))")
        }
    }

    private func ask(at address: String) throws -> Int? {
        do {
            let question = try StatusQuestion(options.basePath + "/health", at: address, port: options.port)
            return try question.status(within: Self.patience)
        } catch let error as SystemError where address == Invitation.everywhere && error.code == EAFNOSUPPORT {
            // Then the server, too, listens on IPv4 only.
            return try ask(at: "0.0.0.0")
        }
    }
}
