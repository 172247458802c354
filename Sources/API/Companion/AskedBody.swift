import System
import Text
import Web

/// What an app sends in a body, whatever its form: a JSON object or list, or a form of either kind.
struct AskedBody {
    /// The members of an object, or the items of a form.
    private(set) var members: [AskedMember] = []
    /// The value, where it is no object.
    private(set) var alone: AskedValue?
    /// The files of a form.
    private(set) var files: [FormContent.File] = []

    init(_ members: [AskedMember]) {
        self.members = members
    }

    init(_ value: AskedValue) {
        if let members = value.members { self.members = members } else { alone = value }
    }

    /// Of a request whose body is in memory; JSON may have `limit` bytes.
    init(_ request: Request, atMost limit: Int = JSON.longest) throws(Problem) {
        guard case .bytes(let bytes) = request.body, !bytes.isEmpty else {
            self.init([])
            return
        }
        let type = request.head.fields["content-type"]?.prefix { $0 != ";" }.lowercased() ?? ""
        if type.hasPrefix("application/x-www-form-urlencoded") {
            self.init(AskedMember.items(of: String(decoding: bytes, as: UTF8.self)))
        } else {
            self.init(try request.json(AskedValue.self, atMost: limit))
        }
    }

    init(_ form: FormContent) {
        members = form.texts.map { AskedMember(name: $0.name, value: .text($0.text)) }
        files = form.files
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
