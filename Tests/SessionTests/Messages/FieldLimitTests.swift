import Music
import Session
import Testing

@Suite("The limits of a message's fields")
struct FieldLimitTests {
    /// A message around one field, the field's name, its valid extreme values, and invalid values.
    private typealias Field = (around: @Sendable (String) -> String, name: String, right: [String], wrong: [String])

    private static func hello(_ name: String, _ right: [String], _ wrong: [String]) -> Field {
        ({ #"{"type":"hello","protocol":1,"\#(name)":\#($0)}"# }, name, right, wrong)
    }

    private static func frames(_ name: String, _ right: [String], _ wrong: [String]) -> Field {
        ({ #"{"type":"subscribe","streams":{"frames":{"\#(name)":\#($0)}}}"# }, "streams.frames.\(name)", right, wrong)
    }

    private static func report(_ name: String, _ right: [String], _ wrong: [String]) -> Field {
        ({ #"{"type":"report","\#(name)":\#($0)}"# }, name, right, wrong)
    }

    private static func command(_ other: String, _ name: String, _ right: [String], _ wrong: [String]) -> Field {
        ({ #"{"type":"command",\#(other),"\#(name)":\#($0)}"# }, name, right, wrong)
    }

    private static func place(_ name: String, _ right: [String], _ wrong: [String]) -> Field {
        let others = ["x", "y", "width", "height"].filter { $0 != name }.map { #""\#($0)":1"# }.joined(separator: ",")
        return (
            { #"{"type":"command","do":"screen.place","screen":1,"place":{\#(others),"\#(name)":\#($0)}}"# }, "place.\(name)",
            right,
            wrong
        )
    }

    private static func text(_ bytes: Int) -> String { "\"\(String(repeating: "x", count: bytes))\"" }
    private static func list(_ count: Int) -> String { "[\(Array(repeating: "1", count: count).joined(separator: ","))]" }

    private static let number = ["0", "9007199254740991", "7.0", "1e3"]
    private static let noNumber = ["-1", "9007199254740992", "1.5", "true", "\"1\"", "[]", "{}", "1e99", "99999999999999999999"]
    private static let noText = ["1", "true", "[]", "{}"]
    private static let noTruth = ["0", "1", "\"true\"", "[]", "{}"]

    private static let fields: [Field] = [
        hello(
            "name", [text(0), text(80), "null", #""ж\u00e9 🎛""#],
            [text(81), #""a\nb""#, #""\u0000""#, #""\u2028""#, #""\u202e""#] + noText),
        hello("kind", [#""screen""#, #""controller""#, #""script""#], [#""Screen""#, #""""#] + noText),
        hello(
            "room", [text(1), text(64), #""Salle à manger 2""#, #""居間""#, #""a._-""#],
            [text(0), text(65), #""a/b""#, #""..""#, #"" a""#, #""a\u202eb""#, #""a\tb""#, #""🎛""#] + noText),
        hello("client", [text(0), text(64)], [text(65)] + noText),
        hello("token", [text(0), text(256)], [text(257)] + noText),
        hello("streams", ["{}", "null"], ["[]", "true", "\"frames\""]),
        frames("fps", ["1", "120", "60.0"], ["0", "121", "59.9", "\"60\"", "true"]),
        frames("bands", ["1", "64"], ["0", "65", "1.5", "\"64\""]),
        frames("back", ["0", "0.25", "8"], ["-0.1", "8.1", "\"2\"", "true"]),
        frames("lead", ["0", "0.25", "10"], ["-0.1", "10.001", "\"2\"", "true"]),
        frames("mode", [#""ahead""#, #""live""#], [#""""#, #""LIVE""#, "1"]),
        frames("format", [#""json""#, #""binary""#], [#""xml""#, "1"]),
        ({ #"{"type":"subscribe","streams":{"grid":\#($0)}}"# }, "streams.grid", ["true", "false", "null"], noTruth),
        ({ #"{"type":"subscribe","streams":{"beats":\#($0)}}"# }, "streams.beats", ["true", "false", "null", "{}"], ["1", "[]"]),
        ({ #"{"type":"subscribe","streams":{"audio":{"lead":\#($0)}}}"# }, "streams.audio.lead", ["0", "10"], ["11"]),
        (
            { #"{"type":"unsubscribe","streams":\#($0)}"# }, "streams", [#"["frames","frames"]"#],
            [
                "[]", "[1]", #"["smell"]"#, #""frames""#,
                "[\(Array(repeating: "\"grid\"", count: StreamName.allCases.count + 1).joined(separator: ","))]",
            ]
        ),
        ({ #"{"type":"visible","visible":\#($0)}"# }, "visible", ["true", "false"], noTruth),
        report("errorMs", ["0", "3600000"], ["-0.1", "3600001", "\"1\""]),
        report("fps", ["0", "1000"], ["-1", "1001"]),
        report("latencyMs", ["0", "60000"], ["-1", "60001"]),
        report("width", ["0", "1280.5", "1000000"], ["-1", "1000001", "\"1\""]),
        report("height", ["0", "1000000"], ["-1", "1000001"]),
        report("quality", ["0", "15", "null"], ["-1", "16", "1.5", "\"auto\""]),
        report("sound", [#""on""#, #""off""#, #""waiting""#, "null"], [#""loud""#, "true"]),
        report("volume", ["0", "1", "null"], ["-0.1", "1.1"]),
        report("device", [text(0), text(80), "null"], [text(81), #""a\u0007""#, "1"]),
        report("style", [text(0), text(64), "null"], [text(65), #""a\u001b""#, "1"]),
        report("onWall", ["true", "false", "null"], noTruth),
        command(#""do":"play""#, "id", ["9007199254740991", "-9007199254740991"], ["9007199254740992", "1.5", "\"1\""]),
        command(#""do":"play""#, "entry", number, noNumber),
        command(#""do":"play""#, "track", number, noNumber),
        command(#""do":"play""#, "album", number, noNumber),
        command(#""do":"play""#, "artist", number, noNumber),
        command(#""do":"play""#, "playlist", number, noNumber),
        command(#""do":"play""#, "library", ["true", "false"], noTruth),
        command(
            #""do":"play""#, "tracks", [list(1), list(10_000)], [list(0), list(10_001), "[-1]", "[1,null]", "[[1]]", "1", "{}"]),
        command(#""do":"play","track":1"#, "start", ["0", "9999"], ["-1", "10000"]),
        command(#""do":"play","track":1"#, "position", ["0", "86400"], ["-0.1", "86400.1"]),
        command(#""do":"seek""#, "position", ["0", "86400"], ["-0.1", "86400.1", "\"1\"", "true"]),
        command(#""do":"seek""#, "by", ["-86400", "86400"], ["-86401", "86401"]),
        command(#""do":"seek""#, "beat", ["0", "1000000"], ["-1", "1000001", "1.5"]),
        command(#""do":"seek""#, "bar", ["0", "1000000"], ["-1", "1000001"]),
        command(#""do":"seek""#, "beats", ["-1000000", "1000000"], ["-1000001", "1000001", "0.5"]),
        command(#""do":"seek""#, "bars", ["-1000000", "1000000"], ["-1000001", "1000001"]),
        command(#""do":"queue.add","album":1"#, "next", ["true", "false", "null"], noTruth),
        command(#""do":"queue.move","to":1"#, "entry", number, noNumber),
        command(#""do":"queue.move","entry":1"#, "to", ["0", "9999"], ["-1", "10000"]),
        command(#""do":"queue.remove""#, "entry", number, noNumber),
        command(#""do":"queue.remove""#, "entries", [list(1), list(10_000)], [list(0), list(10_001), "1"]),
        command(#""do":"shuffle""#, "on", ["true", "false"], noTruth),
        command(#""do":"repeat""#, "mode", [#""off""#, #""one""#, #""all""#], [#""none""#, "true"]),
        command(#""do":"set""#, "skipSilence", ["true", "false"], noTruth),
        command(#""do":"set""#, "normalize", ["true", "false"], noTruth),
        command(#""do":"set""#, "crossfade", ["0", "12"], ["-0.1", "12.1"]),
        command(#""do":"set""#, "autoplay", [#""off""#, #""demo""#, #""library""#], [#""on""#, "true"]),
        command(#""do":"set""#, "volume", ["0", "1"], ["-0.1", "1.1", "\"1\""]),
        command(#""do":"set""#, "sleep", ["0", "43200"], ["-1", "43201", "\"1\""]),
        command(#""do":"look""#, "style", [text(0), text(64), "null"], [text(65), #""a\u001b""#, "1", "true", "[]"]),
        command(
            #""do":"look""#, "hue", [text(200), "1e300", "-0", "true", "null"], [text(201), #""a\nb""#, #""\u2066""#, "[]", "{}"]),
        command(#""do":"screen.rename","screen":1"#, "name", [text(0), text(80)], [text(81), #""a\u0007""#] + noText),
        command(#""do":"screen.rename","name":"x""#, "screen", number, noNumber),
        command(#""do":"screen.offset","screen":1"#, "ms", ["-2000", "2000", "0.5"], ["-2000.1", "2000.1", "\"1\""]),
        command(#""do":"screen.identify""#, "screen", number, noNumber),
        command(#""do":"screen.place","place":null"#, "screen", number, noNumber),
        command(
            #""do":"screen.place","screen":1"#, "place", ["null", #"{"x":0,"y":0,"width":1,"height":1}"#], ["1", "[]", "true"]),
        place("x", ["-10000", "10000", "0.5"], ["-10000.1", "10000.1", "1e308", "\"1\""]),
        place("y", ["-10000", "10000"], ["-10000.1", "10000.1", "true"]),
        place("width", ["0.01", "10000"], ["0", "-1", "0.009", "10000.1", "\"1\""]),
        place("height", ["0.01", "10000"], ["0", "1e-400", "10000.1"]),
        command(#""do":"queue.clear""#, "all", ["true", "false", "null"], noTruth),
        command(#""do":"queue.undo""#, "revision", number, noNumber),
        command(#""do":"screen.sound","screen":1"#, "on", ["true", "false"], noTruth),
        command(#""do":"screen.sound","screen":1"#, "volume", ["0", "1"], ["-0.1", "1.1", "\"1\""]),
        command(#""do":"screen.sound","on":true"#, "screens", [list(1), list(200)], [list(0), list(201), "1"]),
        command(#""do":"screen.rotate","screen":1"#, "degrees", ["0", "90", "180", "270"], ["45", "-90", "360", "0.5"]),
        command(#""do":"screen.look","screen":1"#, "look", ["null", #"{"style":"bars"}"#], ["1", "[]", "true"]),
        command(#""do":"screen.forget""#, "absent", number, noNumber),
        command(#""do":"wall.clear""#, "absent", ["true", "false", "null"], noTruth),
    ]

    @Test("a value at the limit is accepted, and one beyond it is refused with the field's name")
    func edges() {
        for field in Self.fields {
            for value in field.right {
                #expect(reading(field.around(value)).problem == nil, "\(field.name): \(value.prefix(40))")
            }
            for value in field.wrong {
                #expect(reading(field.around(value)).fails(.badValue, naming: field.name), "\(field.name): \(value.prefix(40))")
            }
        }
    }

    @Test("`back` is rounded to its steps, and live streams have none")
    func backs() throws {
        for (back, expected) in [(0, 0), (0.1, 0), (0.3, 0.25), (1.4, 1.5), (8, 8)] {
            for mode in ["ahead", "live"] {
                let streams = #"{"frames":{"back":\#(back),"mode":"\#(mode)"}}"#
                guard case .success(.subscribe(let change)) = reading(#"{"type":"subscribe","streams":\#(streams)}"#) else {
                    Issue.record("to go \(back) back is not asked for")
                    continue
                }
                #expect(change.streams.frames?.back == (mode == "live" ? .zero : MediaTime(seconds: expected)))
            }
        }
    }

    @Test("a lead is rounded to its steps, and sound has a smaller maximum")
    func leads() throws {
        for (lead, expected) in [(0, 0.25), (0.3, 0.25), (0.4, 0.5), (3.1, 3), (10, 10)] {
            let streams = #"{"frames":{"lead":\#(lead)},"beats":{"lead":\#(lead)},"audio":{"lead":\#(lead)}}"#
            guard case .success(.subscribe(let change)) = reading(#"{"type":"subscribe","streams":\#(streams)}"#) else {
                Issue.record("a lead of \(lead) is none")
                continue
            }
            #expect(change.streams.frames?.timing == .ahead(MediaTime(seconds: expected)))
            #expect(change.streams.beats == .ahead(MediaTime(seconds: expected)))
            #expect(change.streams.audio == AudioStream(lead: MediaTime(seconds: min(expected, 2))))
        }
    }
}
