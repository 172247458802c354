import Foundation
import Guardian
import Library
import System
import Workers

/// The entry point of the program.
@main
struct Main {
    static func main() async {
        var words = CommandLine.arguments.dropFirst()
        let clock = MachineClock()
        let isGuarded = words.first == ServerProcess.word
        if isGuarded { words.removeFirst() }
        let guarded = isGuarded ? Guarded(&words, clock: clock) : nil
        do throws(Failure) {
            if words.first == "worker" { try WorkerProgram().takeOver(Array(words.dropFirst())) }
            if isGuarded, guarded == nil { throw Failure.usage("\"\(ServerProcess.word)\" is for the program's own use") }
            let reader = CommandLineReader(cores: ProcessInfo.processInfo.activeProcessorCount)
            let environment = ProcessInfo.processInfo.environment
            switch try reader.read(Array(words), environment: environment) {
            case .tell(let text): print(text, terminator: "")
            case .analyze(let options): exit(try await AnalyzeCommand(options).run() ? 0 : 1)
            case .library(let action, let options): exit(try await LibraryCommand(action, options).run() ? 0 : 1)
            case .link(let options): try LinkCommand(options).run()
            case .settings(let command): exit(try command.run() ? 0 : 1)
            case .clients(let command): exit(try command.run() ? 0 : 1)
            case .health(let options): try HealthCommand(options).run()
            case .serve(let options) where guarded != nil || options.isUnguarded: try await Serve(options, guarded, clock).run()
            case .serve(let options):
                // The server itself reports errors of the data folder.
                let data = try? DataFolder.location(option: options.library.dataFolder, environment: environment)
                try Guardian(
                    ListeningPort.open(options), crashes: data.map { CrashFolder(path: DataFolder.crashes(in: $0)) },
                    log: Log(level: options.logLevel, format: options.logFormat, clock: clock), clock: clock,
                    environment: environment
                ).run()
            }
        } catch {
            FileHandle.standardError.write(Data("downbeat: \(error.line)\n".utf8))
            exit(error.code)
        }
    }
}
