import System

/// `downbeat health`: asks the server that has the same settings whether it works.
struct HealthCommand {
    private let options: Options

    init(_ options: Options) {
        self.options = options
    }

    /// Returns if the server works, and throws the reason if not.
    func run() throws(Failure) {
        let status = try LocalServer(bind: options.bind, port: options.port, basePath: options.basePath).status("/health")
        guard status == 200 else {
            throw .unavailable("the server on port \(options.port) is not healthy (\(status.map { "status \($0)" } ?? "no HTTP"))")
        }
    }
}
