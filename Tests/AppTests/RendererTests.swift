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

    @Test("an ISF file is a script that holds its text, whatever is in it; a script of the same name is served in its place")
    func isf() async throws {
        let folder = try TemporaryFolder()
        try folder.write("/*{}*/ \"`${x}\\ \u{2028}\r\n", to: "soft-rings.fs")
        try folder.write("no style", to: "Soft Rings.fs")
        try folder.write("/*{}*/", to: "both.fs")
        try folder.write("export const name = \"Both\";", to: "both.js")
        try await Downbeat.serving(["--renderers", folder.path]) { server async throws in
            #expect(try await get(server.port, "/renderers/own.json").text == "{\"renderers\":[\"both\",\"soft-rings\"]}\n")
            let style = try await get(server.port, "/renderers/own/soft-rings.js")
            #expect(style.type == "text/javascript")
            let text = #""/*{}*/ \"`${x}\\ \u2028\r\n""#
            #expect(style.text == #"export const name = "soft-rings", language = "isf", shader = "# + text + ";\n")
            #expect(try await get(server.port, "/renderers/own/both.js").text == "export const name = \"Both\";")
            #expect(try await get(server.port, "/renderers/own/soft-rings.fs").status == 404)
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
