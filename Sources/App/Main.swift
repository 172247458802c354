import Foundation
import Web

/// The program's beginning and end.
@main
struct Main {
    static func main() async {
        let words = CommandLine.arguments.dropFirst()
        if words.first == "worker" { await WorkerCommand.run(words.dropFirst()) }
        do {
            let reader = CommandLineReader(cores: ProcessInfo.processInfo.activeProcessorCount)
            switch try reader.read(Array(words), environment: ProcessInfo.processInfo.environment) {
            case .tell(let text): print(text, terminator: "")
            case .analyze(let options): exit(try await AnalyzeCommand(options).run() ? 0 : 1)
            case .library(let action, let options): exit(try await LibraryCommand(action, options).run() ? 0 : 1)
            case .health(let options): try HealthCommand(options).run()
            case .serve(let options): try await Serve(options).run()
            }
        } catch {
            FileHandle.standardError.write(Data("downbeat: \(error.line)\n".utf8))
            exit(error.code)
        }
    }
}
