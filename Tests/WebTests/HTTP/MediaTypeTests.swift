import Testing
import Web

@Suite("Media types")
struct MediaTypeTests {
    @Test(
        "the extension gives the media type",
        arguments: [
            ("/index.html", "text/html; charset=utf-8", true), ("/a/main.JS", "text/javascript; charset=utf-8", true),
            ("x.mjs", "text/javascript; charset=utf-8", true), ("x.css", "text/css; charset=utf-8", true),
            ("x.json", "application/json", true), ("x.webmanifest", "application/manifest+json", true),
            ("openapi.yaml", "application/yaml", true), ("x.yml", "application/yaml", true), ("x.svg", "image/svg+xml", true),
            ("x.png", "image/png", false),
            ("x.jpg", "image/jpeg", false), ("x.woff2", "font/woff2", false), ("x.wasm", "application/wasm", true),
            ("example.py", "text/plain; charset=utf-8", true), ("x.sh", "text/plain; charset=utf-8", true),
            ("a.b.flac", "audio/flac", false), ("x.mp3", "audio/mpeg", false), ("x.opus", "audio/ogg", false),
            ("x.m4a", "audio/mp4", false), ("x.wav", "audio/wav", false), ("x.aiff", "audio/aiff", false),
            ("", "application/octet-stream", false), ("/a.html/b", "application/octet-stream", false),
            ("x.unheard", "application/octet-stream", false), ("x.", "application/octet-stream", false),
        ])
    func types(path: String, name: String, isCompressible: Bool) {
        #expect(MediaType(path: path).name == name)
        #expect(MediaType(path: path).isCompressible == isCompressible)
    }

    @Test("what is text by any name is worth packing, events are not, which must not wait")
    func packing() {
        for type in [
            "text/plain; charset=utf-8", "application/json", "APPLICATION/JSON; charset=utf-8", "application/problem+json",
            "application/yaml", "application/openapi+yaml", "image/svg+xml", "application/atom+xml",
        ] {
            #expect(MediaType.isCompressible(type), "\(type)")
        }
        for type in ["text/event-stream", "text/event-stream; charset=utf-8", "audio/flac", "application/jsonish", ""] {
            #expect(!MediaType.isCompressible(type), "\(type)")
        }
    }
}
