import Music
import Testing

@testable import API
@testable import App

@Suite("Options of waveform pictures") struct WaveformOptionsTests {
    private typealias Options = WaveformPicture.Options

    @Test("without options the defaults hold, and each option is read by its name")
    func read() throws {
        #expect(try Options(query: [:]) == Options())
        let options = try Options(query: [
            "width": "16", "height": "2048", "style": "blocks", "colour": "#010203", "playedColour": "FFfe00",
            "background": "000000", "start": "1.5", "end": "2", "position": "1.75",
        ])
        #expect(options.width == 16 && options.height == 2048 && options.style == .blocks)
        #expect(options.colour == Colour(red: 1, green: 2, blue: 3))
        #expect(options.playedColour == Colour(red: 255, green: 254, blue: 0))
        #expect(options.background == Colour(red: 0, green: 0, blue: 0))
        #expect(options.start == 1.5 && options.end == 2 && options.position == 1.75)
        #expect(try Options(query: ["background": "transparent"]).background == nil)
    }

    @Test(
        "an invalid value is refused in one sentence that names it",
        arguments: [
            ("width", "15", "width is a whole number from 16 to 4096, not \"15\""),
            ("width", "1e3", "width is a whole number from 16 to 4096, not \"1e3\""),
            ("height", "2049", "height is a whole number from 16 to 2048, not \"2049\""),
            ("style", "round", "style is one of mirrored, bars, dancing, line, dots, circular, mirror, blocks, not \"round\""),
            ("colour", "red", "colour is six hexadecimal digits such as 1e90ff, not \"red\""),
            ("colour", "+12345", "colour is six hexadecimal digits such as 1e90ff, not \"+12345\""),
            ("colour", "１e90ff", "colour is six hexadecimal digits such as 1e90ff, not \"１e90ff\""),
            ("background", "", "background is six hexadecimal digits such as 1e90ff, or transparent, not \"\""),
            ("start", "-1", "start is a number of seconds from 0 to 604800, not \"-1\""),
            ("end", "nan", "end is a number of seconds from 0 to 604800, not \"nan\""),
            ("position", "inf", "position is a number of seconds from 0 to 604800, not \"inf\""),
            ("end", "0", "end, which is 0.0, must be greater than start, which is 0.0"),
            (
                "color", "ffffff",
                "there is no option \"color\": there are width, height, style, colour, playedColour, background, start, end, position"
            ),
        ])
    func refused(name: String, value: String, sentence: String) {
        let refusal = #expect(throws: WaveformPicture.Refusal.self) { try Options(query: [name: value]) }
        #expect(refusal?.description == sentence)
    }
}
