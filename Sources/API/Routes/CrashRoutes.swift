import Guardian
import Library
import System
import Web

/// The crash records of this data folder, for hosts only.
extension LibraryAPI {
    private struct CrashJSON: Encodable {
        let name: String
        let reason: String
        let time: String
        let work: String?

        private enum Key: String, CodingKey { case name, reason, time, work }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(name, forKey: .name)
            try object.encode(reason, forKey: .reason)
            try object.encode(time, forKey: .time)
            try object.encode(work, forKey: .work)
        }
    }

    func addCrashes(to routes: inout Routes) {
        let folder = CrashFolder(path: library.data.crashes)
        change(.get, "/crashes", .tendServer, in: &routes) { _ in
            let records = try await DiskThreads.run { folder.names.map { (name: $0, fields: folder.fields(of: $0)) } }
            let crashes = records.map { record in
                CrashJSON(
                    name: record.name, reason: record.fields["reason"] ?? "", time: record.fields["time"] ?? "",
                    work: record.fields["work"])
            }
            return Response(json: crashes).uncached
        }
        change(.get, "/crashes/{crash}", .tendServer, in: &routes) { request in
            let name = request.parameters["crash"] ?? ""
            guard let text = try await DiskThreads.run({ folder.text(of: name) }) else {
                throw Problem.nothing("There is no record of this name.")
            }
            return Response(.ok, text).uncached
        }
    }
}
