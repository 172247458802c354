import Catalog
import Foundation
import Library
import Music
import Text
import Workers

/// Changes of tags as a client sends them: for each field a text, a list of texts, a number, true or false; null removes it. A cover is a
/// picture in base 64, also as a data address.
struct TagChanges: Decodable {
    let fields: TagFields

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: JSONName.self)
        var fields = TagFields()
        for key in object.allKeys {
            guard let field = TagField(rawValue: key.stringValue) else {
                throw DecodingError.dataCorruptedError(forKey: key, in: object, debugDescription: "There is no such field")
            }
            do {
                fields[field] = try field == .cover ? Self.picture(object, key) : TagFields.checked(field, Self.texts(object, key))
            } catch let refusal as TagRefusal {
                throw DecodingError.dataCorruptedError(forKey: key, in: object, debugDescription: refusal.description)
            }
        }
        self.fields = fields
    }

    private static func texts(_ object: KeyedDecodingContainer<JSONName>, _ key: JSONName) throws -> [String] {
        if try object.decodeNil(forKey: key) { return [] }
        if let text = try? object.decode(String.self, forKey: key) { return [text] }
        if let number = try? object.decode(Int.self, forKey: key) { return ["\(number)"] }
        if let truth = try? object.decode(Bool.self, forKey: key) { return [truth ? "1" : "0"] }
        return try object.decode([String].self, forKey: key)
    }

    private static func picture(_ object: KeyedDecodingContainer<JSONName>, _ key: JSONName) throws -> [[UInt8]] {
        if try object.decodeNil(forKey: key) { return [] }
        return try TagFields.checked(coverInBase64: try object.decode(String.self, forKey: key))
    }
}

/// The tags of a file.
struct TagsJSON: Encodable {
    private let fields: [String: [String]]
    private let cover: PictureJSON?

    private enum Key: String, CodingKey { case fields, cover }

    init(_ tags: TagFields) {
        fields = Dictionary(
            uniqueKeysWithValues: tags.values.keys.filter { $0 != .cover }.map { ($0.rawValue, tags.texts($0)) })
        cover = tags[.cover]?.first.map(PictureJSON.init)
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(fields, forKey: .fields)
        try object.encode(cover, forKey: .cover)
    }
}

/// What is told of a picture in a file's tags.
struct PictureJSON: Encodable {
    let type: String
    let bytes: Int

    init(_ picture: [UInt8]) {
        type = picture.starts(with: [0x89, 0x50]) ? "image/png" : "image/jpeg"
        bytes = picture.count
    }

    var words: String { "\(type), \(bytes) bytes" }
}

/// What an edit would change of a track.
struct TagPreviewJSON: Encodable {
    private struct Change: Encodable {
        let field: String
        let before: [String]
        let after: [String]

        init(_ difference: TagDifference) {
            func texts(_ values: [[UInt8]]) -> [String] {
                values.map { difference.field == .cover ? PictureJSON($0).words : String(decoding: $0, as: UTF8.self) }
            }
            (field, before, after) = (difference.field.rawValue, texts(difference.before), texts(difference.after))
        }
    }

    private let track: Int
    private let title: String
    private let changes: [Change]
    /// Why the track cannot be edited.
    private let reason: String?

    private enum Key: String, CodingKey { case track, title, changes, reason }

    init(_ track: Track, _ differences: [TagDifference] = [], reason: String? = nil) {
        (self.track, title) = (track.id, track.title)
        changes = differences.map(Change.init)
        self.reason = reason
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(track, forKey: .track)
        try object.encode(title, forKey: .title)
        try object.encode(changes, forKey: .changes)
        try object.encode(reason, forKey: .reason)
    }
}

/// An edit of many tracks, and how far it has come.
struct TagJobJSON: Encodable {
    private struct OutcomeJSON: Encodable {
        let track: Int
        let state: String
        let reason: String?

        private enum Key: String, CodingKey { case track, state, reason }

        init(_ track: Int, _ outcome: TagJob.Outcome) {
            (self.track, state, reason) = (track, outcome.word, outcome.reason)
        }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(track, forKey: .track)
            try object.encode(state, forKey: .state)
            try object.encode(reason, forKey: .reason)
        }
    }

    let id: Int
    private let total: Int
    private let isDone: Bool
    private let results: [OutcomeJSON]

    init(_ job: TagJob) {
        (id, total, isDone) = (job.id, job.count, job.isDone)
        results = job.outcomes.map { OutcomeJSON($0.track, $0.outcome) }
    }
}

/// An edit that can be undone.
struct TagEditJSON: Encodable {
    private let id: Int
    private let track: Int
    private let title: String
    private let editedAt: Int
    private let editedBy: String
    private let before: [String: [String]]

    init(_ edit: TagEdit) {
        (id, track, title, editedAt, editedBy) = (edit.id, edit.track, edit.title, edit.editedAt, edit.editedBy)
        let fields = TagFields(bytes: edit.before) ?? TagFields()
        before = Dictionary(
            uniqueKeysWithValues: fields.values.keys.map { field in
                let hadPicture = field == .cover && fields[.cover] != []
                return (
                    field.rawValue, hadPicture ? [edit.picture == nil ? "too large to be kept" : "a picture"] : fields.texts(field)
                )
            })
    }
}
