import Clicks
import Library
import Music
import Web
import Workers

/// The sounds of the metronome.
extension LibraryAPI {
    private struct KitsJSON: Encodable {
        let kits: [KitJSON]
    }

    private struct KitJSON: Encodable {
        let name: String
        let label: String
        let own: Bool
        let voices: [String]

        init(_ kit: ClickKit) {
            name = kit.name
            label = kit.label
            own = kit.name.hasPrefix(KitName.own)
            voices = kit.voices.map(\.rawValue)
        }
    }

    /// Before the name of an uploaded kit in a URL, where a slash would begin another part of the path.
    private static let ownKit = "own-"

    func addClicks(to routes: inout Routes) {
        read("/clicks", in: &routes) { _ in
            var response = Response(json: KitsJSON(kits: library.clicks.all.map(KitJSON.init)))
            // Kits come and go.
            response.set("cache-control", "no-cache")
            return response
        }
        let path = "/clicks/{kit}/{voice}"
        read(path, in: &routes) { request in
            let kit = try kit(request)
            guard let sound = kit.sound(of: try voice(request)) else { throw Problem.nothing("This kit has no sounds.") }
            return Self.answer(sound, isOwn: kit.name.hasPrefix(KitName.own), request)
        }
        change(.put, path, .editClicks, body: .spooled(limit: ClickKits.mostBytes), in: &routes) { request in
            let (name, voice) = (try ownName(request), try voice(request))
            guard case .spooled(let body) = request.body, body.count > 0 else {
                throw Problem.badBody("There is no sound in the body.")
            }
            let sound = try await library.clicks.keep(try WorkerFile(sharing: body.raw), as: voice, of: name)
            return Self.answer(sound, isOwn: true, request)
        }
        change(.delete, "/clicks/{kit}", .editClicks, in: &routes) { request in
            let name = try ownName(request)
            guard try await library.clicks.remove(name) else { throw Problem.nothing("There is no kit own-\(name).") }
            return Response(.noContent)
        }
    }

    private static func answer(_ sound: ClickSound, isOwn: Bool, _ request: Request) -> Response {
        let wave = sound.wave
        let tag = "\"\(String(Checksum.of(wave.span), radix: 36))-\(String(wave.count, radix: 36))\""
        var response = Response(wave, type: "audio/wav", etag: tag, for: request.head)
        // Ours change only with the program; an uploaded one may be replaced at any time.
        response.set("cache-control", isOwn ? "no-cache" : "private, max-age=3600")
        return response
    }

    private func kit(_ request: Request) throws -> ClickKit {
        let text = try request.parameters.text("kit")
        let name = text.hasPrefix(Self.ownKit) ? KitName.own + text.dropFirst(Self.ownKit.count) : text
        guard let kit = library.clicks.kit(name) else { throw Problem.nothing("There is no kit \(text).") }
        return kit
    }

    /// The name of the uploaded kit that a change is about, without the prefix.
    private func ownName(_ request: Request) throws -> String {
        let text = try request.parameters.text("kit")
        guard text.hasPrefix(Self.ownKit), ClickKits.isName(text.dropFirst(Self.ownKit.count)) else {
            throw Problem(
                .unprocessable,
                "Only kits of your own can be changed: own- and then 1 to 40 letters from a to z, digits and hyphens.",
                type: "refused")
        }
        return String(text.dropFirst(Self.ownKit.count))
    }

    private func voice(_ request: Request) throws -> ClickTick.Voice {
        let text = try request.parameters.text("voice")
        guard let voice = ClickTick.Voice(rawValue: text) else {
            throw Problem.nothing(
                "There is no voice \(text): it is one of \(ClickTick.Voice.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return voice
    }
}
