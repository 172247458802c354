import System
import Text
import Web

/// What an app sends in a body: a JSON object, or a form of either kind. A list alone is one of paths.
struct AskedBody {
    typealias Member = (name: String, value: AskedValue)

    /// The members of an object by their names, or the items of a form in their order.
    private(set) var members: [Member] = []
    /// The files of a form.
    private(set) var files: [FormContent.File] = []

    init(members: [Member]) {
        self.members = members
    }

    init(_ value: AskedValue) throws(Problem) {
        switch value {
        case .members(let members): self.members = members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        case .list: members = [(AskedPaths.name, value)]
        default: throw .badBody("The body must be an object, or a list of paths.")
        }
    }

    init(form: String) {
        self.init(members: AskedItem.items(of: form).map { ($0.name, .text($0.text, literal: $0.literal)) })
    }

    init(_ form: FormContent) {
        members = form.texts.map { ($0.name, .text($0.text)) }
        files = form.files
    }

    /// Of a request whose body is in memory; JSON may have `limit` bytes.
    init(_ request: Request, atMost limit: Int = JSON.longest) throws(Problem) {
        guard case .bytes(let bytes) = request.body, !bytes.isEmpty else {
            self.init(members: [])
            return
        }
        let type = request.head.fields["content-type"]?.prefix { $0 != ";" }.lowercased() ?? ""
        if type.hasPrefix("application/x-www-form-urlencoded") {
            self.init(form: String(decoding: bytes, as: UTF8.self))
        } else {
            try self.init(try request.json(AskedValue.self, atMost: limit))
        }
    }

    /// The same, also of a multipart form, whose files are written into the spool folder.
    static func read(_ request: Request, spool: String) async throws -> AskedBody {
        let type = request.head.fields["content-type"] ?? ""
        guard case .bytes(let bytes) = request.body, type.lowercased().hasPrefix("multipart/") else {
            return try AskedBody(request, atMost: Request.mostTagBytes)
        }
        return AskedBody(try await DiskThreads.run { try FormContent(bytes, contentType: type, spool: spool) })
    }
}
