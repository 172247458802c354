import Foundation
import FoundationXML
import Music
import Testing

@testable import API
@testable import App

@Suite("Waveform pictures") struct WaveformPictureTests {
    private typealias Options = WaveformPicture.Options
    private typealias Peak = WaveformPeaks.Peak

    private static func options(_ change: (inout Options) -> Void) -> Options {
        var options = Options()
        (options.width, options.height) = (160, 100)
        change(&options)
        return options
    }

    /// A sound of rising volume, louder below zero than above.
    private static func picture(_ options: Options, silent: Bool = false) -> WaveformPicture {
        let count = WaveformPicture.columns(of: options)
        let peaks = (0..<count).map { index in
            let level = silent ? 0 : Double(index + 1) / Double(count)
            return Peak(lowest: -level, highest: level * 0.7)
        }
        return WaveformPicture(peaks: peaks, from: options.start, to: options.end ?? 10, options)
    }

    /// The pixels of a PNG, row by row, read by an independent reader.
    private static func decoded(_ png: [UInt8]) async throws -> [SIMD4<UInt8>] {
        let folder = try TemporaryFolder()
        let path = try folder.write(png, to: "a.png")
        try await MediaTrial.ffmpeg(["-i", path, "-pix_fmt", "rgba", "-f", "rawvideo", "\(folder.path)/pixels"])
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/pixels")))
        return stride(from: 0, to: bytes.count, by: 4).map { SIMD4(bytes[$0], bytes[$0 + 1], bytes[$0 + 2], bytes[$0 + 3]) }
    }

    @Test(
        "the PNG's columns have the heights and positions of the peaks", .needs(.ffmpeg), arguments: WaveformPicture.Style.allCases
    )
    func heights(style: WaveformPicture.Style) async throws {
        let options = Self.options { $0.style = style }
        let picture = Self.picture(options)
        let pixels = try await Self.decoded(picture.png)
        #expect(pixels.count == options.width * options.height)
        let count = WaveformPicture.columns(of: options)
        for index in 0..<count {
            let x = index * style.columns.pitch
            let covered = (0..<options.height).map { Double(pixels[$0 * options.width + x].w) / 255 }
            let level = Double(index + 1) / Double(count)
            let first = covered.firstIndex { $0 > 0 } ?? 0
            let last = covered.lastIndex { $0 > 0 } ?? 0
            switch style {
            case .mirror, .mirrored, .circular, .dancing:
                #expect(abs(covered.reduce(0, +) - level * 100) < 1)
                #expect(abs(first + last - 99) <= 1)
            case .bars: #expect(last == 99 && abs(covered.reduce(0, +) - level * 100) < 1)
            case .dots:
                #expect(abs(Double(last + 1 - first) - level * 100) <= 12)
                #expect(abs(first + last - 99) <= 1)
            case .line:
                #expect(abs(covered.reduce(0, +) - level * 85) < 1)
                #expect(abs(Double(last + 1) - (50 + level * 50)) <= 1)
            case .blocks: #expect(last == 99 && abs(Double(100 - first) - level * 100) <= Double(style.columns.pitch))
            }
        }
    }

    @Test("bars and blocks have gaps between them", .needs(.ffmpeg), arguments: [WaveformPicture.Style.mirrored, .bars, .blocks])
    func gaps(style: WaveformPicture.Style) async throws {
        let options = Self.options { $0.style = style }
        let pixels = try await Self.decoded(Self.picture(options).png)
        for x in stride(from: 3, to: options.width, by: 4) {
            #expect((0..<options.height).allSatisfy { pixels[$0 * options.width + x].w == 0 })
        }
        if style == .blocks {
            let column = (0..<options.height).map { pixels[$0 * options.width + 156].w }
            #expect(column.suffix(8) == [0, 255, 255, 255, 0, 255, 255, 255])
        }
    }

    @Test("silence is a thin line", .needs(.ffmpeg), arguments: WaveformPicture.Style.allCases)
    func silence(style: WaveformPicture.Style) async throws {
        let options = Self.options { $0.style = style }
        let pixels = try await Self.decoded(Self.picture(options, silent: true).png)
        let covered = (0..<options.height).map { Double(pixels[$0 * options.width].w) / 255 }
        #expect(abs(covered.reduce(0, +) - 1) < 0.02)
        #expect(covered[style == .blocks || style == .bars ? 99 : 49] > 0.4)
    }

    @Test("colours are the requested ones, before and after the position", .needs(.ffmpeg))
    func colours() async throws {
        let options = Self.options {
            $0.colour = Colour(red: 10, green: 20, blue: 30)
            $0.playedColour = Colour(red: 200, green: 100, blue: 50)
            $0.background = Colour(red: 255, green: 255, blue: 255)
            $0.position = 2.5
            $0.end = 10
        }
        let picture = Self.picture(options)
        let pixels = try await Self.decoded(picture.png)
        let middle = 50 * options.width
        for x in [20, 39] { #expect(pixels[middle + x] == SIMD4(200, 100, 50, 255)) }
        for x in [40, 159] { #expect(pixels[middle + x] == SIMD4(10, 20, 30, 255)) }
        #expect(pixels[0] == SIMD4(255, 255, 255, 255))
        #expect(picture.svg.contains("fill=\"#c86432\"") && picture.svg.contains("fill=\"#0a141e\""))
    }

    @Test("the SVG is small XML with one path for each colour", arguments: WaveformPicture.Style.allCases)
    func svg(style: WaveformPicture.Style) throws {
        for (position, paths) in [(nil, 1), (5.0, 2)] {
            let options = Self.options {
                $0.style = style
                $0.position = position
            }
            let svg = Self.picture(options).svg
            let counter = PathCounter()
            let parser = XMLParser(data: Data(svg.utf8))
            parser.delegate = counter
            #expect(parser.parse())
            #expect(counter.elements["svg"] == 1 && counter.elements["path"] == paths)
            #expect(counter.viewBox == "0 0 160 100")
            #expect(svg.utf8.count < 24 * 1024)
        }
    }

    @Test("the largest pictures have few bytes", arguments: WaveformPicture.Style.allCases)
    func largest(style: WaveformPicture.Style) {
        let options = Self.options {
            $0.style = style
            ($0.width, $0.height) = (Options.widths.upperBound, Options.heights.upperBound)
        }
        let picture = Self.picture(options)
        #expect(picture.svg.utf8.count < 512 << 10)
        #expect(picture.png.count < 512 << 10)
    }

    @Test("adjacent columns are one outline, and equal ones one line")
    func outline() {
        let options = Self.options { $0.width = 16 }
        let peaks = [Peak](repeating: Peak(lowest: -0.5, highest: 0.5), count: 16)
        let svg = WaveformPicture(peaks: peaks, from: 0, to: 1, options).svg
        #expect(svg.contains("d=\"M0 25h16V75h-16z\""))
    }

    @Test("the same waveform gives the same bytes")
    func deterministic() {
        let options = Self.options { $0.position = 3 }
        #expect(Self.picture(options).png == Self.picture(options).png)
        #expect(Self.picture(options).svg == Self.picture(options).svg)
    }
}

private final class PathCounter: NSObject, XMLParserDelegate {
    var elements: [String: Int] = [:]
    var viewBox: String?

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        elements[element, default: 0] += 1
        viewBox = viewBox ?? attributes["viewBox"]
    }
}
