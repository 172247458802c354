import Foundation
import Music
import Testing

@testable import Decode

@Suite("Resized covers", .serialized, .needsFFmpeg)
struct CoverFittingTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Renders ffmpeg's filter `source` into a picture called `name`.
    private func picture(_ source: String, _ name: String, _ options: [String] = []) async throws -> CoverArt {
        let path = "\(folder.path)/\(name)"
        try await FFmpeg.run(["-f", "lavfi", "-i", source, "-frames:v", "1"] + options + [path])
        return try opened(path)
    }

    private func opened(_ path: String) throws -> CoverArt {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        return try #require(try CoverArt(descriptor: descriptor, nameHint: path))
    }

    /// The picture's pixels, decoded by ffmpeg.
    private func pixels(of art: CoverArt) async throws -> (width: Int, pixels: [SIMD4<UInt8>]) {
        let path = try folder.write(art.bytes, to: "fitted")
        try await FFmpeg.run(["-i", path, "-pix_fmt", "rgba", "-f", "rawvideo", "\(folder.path)/pixels"])
        try await FFmpeg.run(["-i", path, "-vf", "scale=iw:1", "-pix_fmt", "gray", "-f", "rawvideo", "\(folder.path)/line"])
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/pixels")))
        let width = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/line")).count
        let pixels = stride(from: 0, to: bytes.count, by: 4).map {
            SIMD4(bytes[$0], bytes[$0 + 1], bytes[$0 + 2], bytes[$0 + 3])
        }
        return (width, pixels)
    }

    @Test(
        "the longest side has the requested size, and the proportions are kept",
        arguments: [("1000x500", 200, 200, 100), ("301x700", 100, 43, 100), ("64x64", 63, 63, 63), ("900x3", 100, 100, 1)])
    func size(source: String, edge: Int, width: Int, height: Int) async throws {
        let fitted = try await picture("color=red:s=\(source):d=0.04", "a.png", ["-pix_fmt", "rgb24"]).fitted(to: edge)
        #expect(fitted.mediaType == "image/jpeg")
        let (shownWidth, shown) = try await pixels(of: fitted)
        #expect(shownWidth == width)
        #expect(shown.count == width * height)
        #expect(shown.allSatisfy { $0.x > 245 && $0.y < 12 && $0.z < 12 })
    }

    @Test("a fine pattern of black and white becomes the gray of half the light, not half the value")
    func light() async throws {
        let source = "color=black:s=64x64:d=0.04,format=gray,geq='255*mod(X+Y,2)'"
        let fitted = try await picture(source, "a.png").fitted(to: 32)
        let shown = try await pixels(of: fitted).pixels
        #expect(shown.count == 32 * 32)
        // The sRGB value (IEC 61966-2-1) of 0.5.
        #expect(shown.allSatisfy { abs(Int($0.x) - 188) <= 2 })
    }

    @Test("areas keep their positions", arguments: ["a.png", "a.jpg", "a.webp", "a.gif", "a.bmp", "a.tiff"])
    func places(name: String) async throws {
        let source = "color=red:s=300x200:d=0.04,drawbox=150:0:150:100:lime:fill,drawbox=0:100:150:100:blue:fill"
        let fitted = try await picture(source, name).fitted(to: 30)
        let (width, shown) = try await pixels(of: fitted)
        #expect(width == 30 && shown.count == 600)
        for (x, y, colour) in [(5, 5, SIMD3(255, 0, 0)), (25, 5, SIMD3(0, 255, 0)), (5, 15, SIMD3(0, 0, 255))] {
            let pixel = shown[y * width + x]
            let difference = SIMD3<Int>(truncatingIfNeeded: SIMD3(pixel.x, pixel.y, pixel.z)) &- colour
            #expect(abs(difference.x) < 30 && abs(difference.y) < 30 && abs(difference.z) < 30, "\(name) at \(x), \(y): \(pixel)")
        }
    }

    @Test("transparency is kept, as PNG", arguments: ["a.png", "a.webp"])
    func transparency(name: String) async throws {
        let source = "color=red:s=200x200:d=0.04,format=rgba,geq=r=200:g=20:b=20:a='if(lt(X,100),0,255)'"
        let options = name == "a.webp" ? ["-lossless", "1"] : []
        let fitted = try await picture(source, name, options).fitted(to: 20)
        #expect(fitted.mediaType == "image/png")
        let shown = try await pixels(of: fitted).pixels
        #expect(shown.count == 400)
        #expect(shown[5].w == 0 && shown[15].w == 255)
        #expect(shown[15].x > 190 && shown[15].y < 30)
    }

    @Test("pictures that are small enough keep their bytes", arguments: ["a.png", "a.jpg", "a.webp", "a.gif"])
    func small(name: String) async throws {
        let art = try await picture("testsrc=s=100x80:d=0.04", name)
        #expect(try art.fitted(to: 100) == art)
        #expect(try art.fitted(to: 4_000) == art)
        #expect(try art.fitted(to: nil) == art)
    }

    @Test("formats that browsers do not show become a JPEG of the same size", arguments: ["a.bmp", "a.tiff"])
    func strange(name: String) async throws {
        let art = try await picture("testsrc=s=101x77:d=0.04", name)
        for edge in [nil, 500] {
            let fitted = try art.fitted(to: edge)
            #expect(fitted.mediaType == "image/jpeg")
            let shown = try await pixels(of: fitted)
            #expect(shown.width == 101 && shown.pixels.count == 101 * 77)
        }
    }

    @Test("pictures of more than 16 million pixels or none are refused")
    func hostile() async throws {
        let large = try await picture("color=red:s=5000x4000:d=0.04", "a.png")
        #expect(throws: EncodeError.notAPicture) { try large.fitted(to: 100) }
        let broken = CoverArt(bytes: Array(large.bytes.prefix(40)), mediaType: "image/png")
        #expect(throws: EncodeError.notAPicture) { try broken.fitted(to: 100) }
        let unknown = CoverArt(bytes: [1, 2, 3], mediaType: "application/octet-stream")
        #expect(throws: EncodeError.notAPicture) { try unknown.fitted(to: nil) }
    }

    @Test("a track's picture is found without decoding its sound")
    func embedded() async throws {
        let art = try await picture("testsrc=s=100x80:d=0.04", "a.png")
        let wave = WaveFile([Sound.sine(440, rate: 44_100, count: 4_000)], rate: 44_100)
        let source = try folder.write(wave.bytes, to: "a.wav")
        let tagged = "\(folder.path)/a.mp3"
        try await FFmpeg.run(
            [
                "-i", source, "-i", "\(folder.path)/a.png", "-map", "0", "-map", "1", "-c:v", "copy", "-disposition:v",
                "attached_pic", tagged,
            ])
        #expect(try opened(tagged) == art)
        let descriptor = open(source, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let none = try CoverArt(descriptor: descriptor, nameHint: source)
        #expect(none == nil)
    }
}
