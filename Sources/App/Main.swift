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
        let takesOver = words.first == Succession.word
        if takesOver { words.removeFirst() }
        let before = takesOver ? Succession.read(&words) : nil
        do throws(Failure) {
            if takesOver, before == nil { throw Failure.usage("\"\(Succession.word)\" is for the program's own use") }
            if words.first == "worker" { try WorkerProgram().takeOver(Array(words.dropFirst())) }
            if isGuarded, guarded == nil { throw Failure.usage("\"\(ServerProcess.word)\" is for the program's own use") }
            let isTrial = words.first == ProgramTrial.word
            if isTrial { words.removeFirst() }
            let reader = CommandLineReader(cores: ProcessInfo.processInfo.activeProcessorCount)
            let environment = ProcessInfo.processInfo.environment
            switch try reader.read(Array(words), environment: environment) {
            case .tell(let text): print(text, terminator: "")
            case .analyze(let options): exit(try await AnalyzeCommand(options).run() ? 0 : 1)
            case .library(let action, let options): exit(try await LibraryCommand(action, options).run() ? 0 : 1)
            case .link(let options): try LinkCommand(options).run()
            case .open(let options): try OpenCommand(options: options).run()
            case .inputs: try InputsCommand().run()
            case .settings(let command): exit(try command.run() ? 0 : 1)
            case .clients(let command): exit(try command.run() ? 0 : 1)
            case .health(let options): try HealthCommand(options).run()
            case .serve(let options) where isTrial: try StartTrial(options: options, environment: environment).run()
            case .serve(let options) where guarded != nil || options.isUnguarded: try await Serve(options, guarded, clock).run()
            case .serve(let options):
                // The server itself reports errors of the data folder.
                let data = try? DataFolder.location(option: options.library.dataFolder, environment: environment)
                if before != nil { try TestFaults.refuse(Succession.word) }
                let listeners = if let before { try before.takeListeners() } else { try ListeningPort.open(options) }
                try Guardian(
                    listeners, crashes: data.map { CrashFolder(path: DataFolder.crashes(in: $0)) },
                    log: Log(level: options.logLevel, format: options.logFormat, clock: clock), clock: clock,
                    environment: environment, words: Array(words), after: before
                ).run()
            }
        } catch {
            before?.goBack(because: error.line, Array(words))
            FileHandle.standardError.write(Data("downbeat: \(error.line)\n".utf8))
            exit(error.code)
        }
    }
}
