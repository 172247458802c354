import API
import Catalog
import Foundation
import Library
import System
import Workers

/// `downbeat try-start`: finds out whether a server of this program can start with the same settings as one that runs, for its
/// guardian. Nothing is changed.
struct StartTrial {
    let options: Options
    let environment: [String: String]

    /// Throws the reason why it cannot.
    func run() throws(Failure) {
        _ = try Serve.publicFolder(options)
        try WorkerProgram().checkLibraries()
        let data = try DataFolder.location(option: options.library.dataFolder, environment: environment)
        do throws(CatalogError) {
            try CatalogTrial.run(in: data, scratch: DataFolder.spool(in: data))
        } catch {
            throw .unavailable("\(error)")
        }
    }
}
