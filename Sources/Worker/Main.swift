/// The entry point of the worker program.
@main
struct Main {
    static func main() async {
        await WorkerCommand.run(CommandLine.arguments.dropFirst())
    }
}
