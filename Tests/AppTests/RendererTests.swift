import System
import Testing

@testable import API

@Suite("Renderers of the user")
struct RendererTests {
    @Test("only scripts in the folder are listed and served, always in their current version")
    func served() async throws {
        let folder = try TemporaryFolder()
        try folder.write("export const name = \"Rings\";", to: "rings.js")
        try folder.write("no style", to: "notes.txt")
        try folder.write("no style", to: "a b.js")
        try await Downbeat.serving(["--renderers", folder.path]) { server async throws in
            let list = try await get(server.port, "/renderers/own.json")
            #expect((list.status, list.text) == (200, "{\"renderers\":[\"rings\"]}\n"))
            let style = try await get(server.port, "/renderers/own/rings.js")
            #expect((style.text, style.type) == ("export const name = \"Rings\";", "text/javascript"))
            try folder.write("// changed", to: "rings.js")
            #expect(try await get(server.port, "/renderers/own/rings.js").text == "// changed")
            for path in ["notes.txt", "a%20b.js", "..%2Frings.js", "other.js", ".js"] {
                let status = try await get(server.port, "/renderers/own/" + path).status
                #expect(status == 404 || status == 400, "\(path): \(status)")
            }
        }
    }

    @Test("without a folder there are no renderers, and a missing folder is reported at the start")
    func none() async throws {
        try await Downbeat.serving { server async throws in
            #expect(try await get(server.port, "/renderers/own.json").text == "{\"renderers\":[]}\n")
            #expect(try await get(server.port, "/renderers/own/rings.js").status == 404)
        }
        #expect(throws: Failure.self) { try OwnRenderers(folder: "/nowhere/at/all") }
    }
}
