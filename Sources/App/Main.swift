import Foundation
import Web

/// The program's beginning and end.
@main
struct Main {
    static func main() async {
        let words = CommandLine.arguments.dropFirst()
        if words.first == "worker" { await WorkerCommand.run(words.dropFirst()) }
        do {
            var reader = CommandLineReader(cores: ProcessInfo.processInfo.activeProcessorCount)
            let environment = ProcessInfo.processInfo.environment
            switch try reader.read(Array(CommandLine.arguments.dropFirst()), environment: environment) {
            case .help: print(Usage.help, terminator: "")
            case .version: print("downbeat \(Version.text)")
            case .printConfiguration(let options, let sources):
                print(Usage.configuration(options, sources: sources), terminator: "")
            case .serve(let options): try await Serve(options).run()
            }
        } catch {
            FileHandle.standardError.write(Data("downbeat: \(error.line)\n".utf8))
            exit(error.code)
        }
    }
}
