import Music
import Session
import Testing

@Suite("A command")
struct WishReadingTests {
    @Test("each command is parsed to its case")
    func each() {
        #expect(wish("play") == .success(.play))
        #expect(wish("pause") == .success(.pause))
        #expect(wish("toggle") == .success(.toggle))
        #expect(wish("next") == .success(.next))
        #expect(wish("previous") == .success(.previous))
        #expect(wish("seek", #""position":12.3456789"#) == .success(.seek(.position(MediaTime(microseconds: 12_345_679)))))
        #expect(wish("seek", #""by":-5"#) == .success(.seek(.by(MediaTime(seconds: -5)))))
        #expect(wish("seek", #""beat":16"#) == .success(.seek(.beat(16))))
        #expect(wish("seek", #""bar":8"#) == .success(.seek(.bar(8))))
        #expect(wish("seek", #""beats":-4"#) == .success(.seek(.byBeats(-4))))
        #expect(wish("seek", #""bars":2"#) == .success(.seek(.byBars(2))))
        #expect(wish("queue.add", #""track":4,"next":true"#) == .success(.add(.tracks([4]), isNext: true)))
        let piece = "0f3a5c7e9b1d2f4a6c8e0a2c4e6a8c0e"
        #expect(wish("queue.add", #""pieces":["\#(piece)"]"#) == .success(.add(.pieces([Piece(piece)!]), isNext: false)))
        #expect(wish("queue.add", #""pieces":["\#(piece)","1"]"#).fails(.badValue, naming: "pieces"))
        #expect(wish("queue.add", #""album":4"#) == .success(.add(.album(4), isNext: false)))
        #expect(wish("queue.move", #""entry":3,"to":0"#) == .success(.move(entry: 3, to: 0)))
        #expect(wish("queue.remove", #""entry":3"#) == .success(.remove([3])))
        #expect(wish("queue.remove", #""entries":[3,1,3]"#) == .success(.remove([3, 1, 3])))
        #expect(wish("queue.clear") == .success(.clear(keepsPlaying: false)))
        #expect(wish("queue.clear", #""all":false"#) == .success(.clear(keepsPlaying: true)))
        #expect(wish("queue.undo") == .success(.undo(through: nil)))
        #expect(wish("queue.undo", #""revision":7"#) == .success(.undo(through: 7)))
        #expect(wish("shuffle", #""on":true"#) == .success(.shuffle(true)))
        #expect(wish("repeat", #""mode":"one""#) == .success(.repeating(.one)))
        #expect(wish("screen.rename", #""screen":17,"name":"TV""#) == .success(.renameScreen(17, "TV")))
        #expect(wish("screen.offset", #""screen":17,"ms":-12.5"#) == .success(.offsetScreen(17, milliseconds: -12.5)))
        #expect(wish("screen.identify", #""screen":17"#) == .success(.identifyScreen(17)))
        #expect(wish("screens.identify") == .success(.identifyScreens))
        let place = WallPlace(x: -1.5, y: 0, width: 1.6, height: 0.9)
        let wished = #""screen":17,"place":{"x":-1.5,"y":0,"width":1.6,"height":0.9}"#
        #expect(wish("screen.place", wished) == .success(.placeScreen(17, place)))
        #expect(wish("screen.place", #""screen":17,"place":null"#) == .success(.placeScreen(17, nil)))
        #expect(wish("wall.clear") == .success(.clearWall(onlyAbsent: false)))
        #expect(wish("wall.clear", #""absent":true"#) == .success(.clearWall(onlyAbsent: true)))
    }

    @Test("commands for what a room follows")
    func following() {
        let anna = Following.Target(server: "home", user: "anna")
        #expect(wish("follow.start", #""server":"home","user":"anna""#) == .success(.follow(.start(anna))))
        let phone = Following.Target(server: "home", user: "anna", player: "Phone")
        #expect(wish("follow.start", #""server":"home","user":"anna","player":"Phone""#) == .success(.follow(.start(phone))))
        #expect(wish("follow.start", #""server":"home""#).fails(.badMessage, naming: "user"))
        #expect(wish("follow.stop") == .success(.follow(.stop)))
        #expect(wish("live.start", #""input":"radio""#) == .success(.live("radio")) && wish("live.stop") == .success(.live(nil)))
        #expect(wish("live.start").fails(.badMessage, naming: "input"))
        #expect(wish("follow.tap") == .success(.follow(.tap(at: nil))))
        #expect(wish("follow.tap", #""at":7000000"#) == .success(.follow(.tap(at: ServerTime(microseconds: 7_000_000)))))
        #expect(wish("follow.shift", #""seconds":-0.02"#) == .success(.follow(.shift(.time(MediaTime(seconds: -0.02))))))
        #expect(wish("follow.shift", #""beats":1"#) == .success(.follow(.shift(.beats(1)))))
        for wrong in ["", #""seconds":1,"beats":1"#] { #expect(wish("follow.shift", wrong).fails(.badMessage, naming: "seconds")) }
        #expect(wish("follow.shift", #""seconds":61"#).fails(.badValue, naming: "seconds"))
    }

    @Test("a command for screens takes one, several, or a group")
    func groups() {
        let sound = ScreenChange.sound(isOn: false, volume: nil)
        #expect(wish("screen.sound", #""on":false,"screen":3"#) == .success(.steerScreens(.numbers([3]), sound)))
        #expect(wish("screen.sound", #""on":false,"screens":[3,4]"#) == .success(.steerScreens(.numbers([3, 4]), sound)))
        #expect(wish("screen.sound", #""on":false,"group":"Bar""#) == .success(.steerScreens(.group("Bar"), sound)))
        #expect(wish("screen.reload", #""group":"Bar""#) == .success(.reloadScreens(.group("Bar"))))
        #expect(wish("group.set", #""group":"Bar","screens":[3,4]"#) == .success(.setGroup("Bar", [3, 4])))
        #expect(wish("group.rename", #""group":"Bar","name":"Lounge""#) == .success(.renameGroup("Bar", to: "Lounge")))
        #expect(wish("group.remove", #""group":"Bar""#) == .success(.removeGroup("Bar")))
        for wrong in [#""group":"Bar","screen":1"#, #""screens":[1],"group":"Bar""#, ""] {
            #expect(wish("screen.reload", wrong).fails(.badMessage, naming: "group"))
        }
        #expect(wish("group.set", #""group":"Bar""#).fails(.badMessage, naming: "screens"))
        #expect(wish("group.set", #""group":"","screens":[1]"#).fails(.badValue, naming: "group"))
        #expect(wish("group.rename", #""group":"Bar","name":"a\nb""#).fails(.badValue, naming: "name"))
    }

    @Test("`play` takes music, an entry of the queue, or nothing")
    func play() {
        func music(_ selection: Wish.Selection, _ start: Int = 0, _ seconds: Double = 0) -> Result<Wish, MessageProblem> {
            .success(.playMusic(selection, start: start, position: MediaTime(seconds: seconds)))
        }
        #expect(wish("play", #""track":42"#) == music(.tracks([42])))
        #expect(wish("play", #""tracks":[3,2],"start":1,"position":9.5"#) == music(.tracks([3, 2]), 1, 9.5))
        #expect(wish("play", #""album":5"#) == music(.album(5)))
        #expect(wish("play", #""artist":5"#) == music(.artist(5)))
        #expect(wish("play", #""playlist":5"#) == music(.playlist(5)))
        #expect(wish("play", #""library":true"#) == music(.library))
        #expect(wish("play", #""library":false"#) == .success(.play))
        #expect(wish("play", #""entry":7"#) == .success(.playEntry(7)))
        #expect(wish("play", #""entry":7,"track":1"#).fails(.badMessage, naming: "entry"))
        #expect(wish("play", #""track":7,"album":1"#).fails(.badMessage, naming: "album"))
    }

    @Test("each setting can be changed alone, and a look is kept unchanged")
    func settings() {
        var change = SettingsChange()
        (change.crossfade, change.autoplay) = (4, .demo)
        #expect(wish("set", #""crossfade":4,"autoplay":"demo","volume":null"#) == .success(.set(change)))
        let look: [String: LookValue?] = ["style": .text("rings"), "hue": .number(0.5), "calm": .truth(true), "old": nil]
        #expect(wish("look", #""style":"rings","hue":0.5,"calm":true,"old":null"#) == .success(.look(look)))
        let other = reading(#"{"type":"command","id":1,"until":9,"do":"look","calm":false}"#)
        let until = ServerTime(microseconds: 9)
        #expect(other == .success(.command(id: 1, .look(["calm": .truth(false)]), until: until)))
    }

    @Test("a smart list has the filters of the library, each within its bounds, and no others")
    func smart() {
        func smart(_ json: String, _ change: (inout TrackQuery) -> Void = { _ in }) -> Bool {
            var query = TrackQuery()
            query.limit = RoomQueue.mostEntries
            change(&query)
            return wish("queue.add", "\"smart\":{\(json)}") == .success(.add(.smart(query), isNext: false))
        }
        #expect(smart(""))
        #expect(
            smart(#""sort":"plays","order":"desc","played":true,"favourite":false,"limit":200"#) {
                ($0.order, $0.isDescending, $0.wasPlayed, $0.isFavourite, $0.limit) = (.plays, true, true, false, 200)
            })
        #expect(
            smart(#""q":"a","artist":4,"album":5,"genre":"Jazz","state":"done""#) {
                ($0.text, $0.artist, $0.album, $0.genre, $0.state) = ("a", 4, 5, "Jazz", .done)
            })
        #expect(
            smart(#""minBpm":90,"maxYear":1999"#) {
                ($0.tempo, $0.years) = (90...1000, 0...1999)
            })
        #expect(smart(#""key":"Bbm""#) { $0.key = MusicalKey(tonic: 10, isMinor: true) })
        #expect(wish("queue.add", #""smart":{"key":"H"}"#).fails(.badValue, naming: "smart.key"))
        #expect(wish("queue.add", #""smart":{"minBpm":100,"maxBpm":99}"#).fails(.badValue, naming: "smart.maxBpm"))
        #expect(wish("queue.add", #""smart":{"favorite":true}"#).fails(.badValue, naming: "favorite"))
        #expect(wish("queue.add", #""smart":{"limit":10001}"#).fails(.badValue, naming: "smart.limit"))
        #expect(wish("queue.add", #""smart":[]"#).fails(.badValue, naming: "smart"))
        #expect(wish("play", #""smart":{},"library":true"#).fails(.badMessage, naming: "smart"))
    }

    @Test("missing or extra members are refused with what the command takes")
    func amounts() {
        #expect(wish("seek").fails(.badMessage, naming: "position"))
        #expect(wish("seek", #""beat":1,"bar":1"#).fails(.badMessage, naming: "beat"))
        #expect(wish("queue.add").fails(.badMessage, naming: "album"))
        #expect(wish("queue.move", #""to":1"#).fails(.badMessage, naming: "entry"))
        #expect(wish("queue.move", #""entry":1"#).fails(.badMessage, naming: "to"))
        #expect(wish("queue.remove").fails(.badMessage, naming: "entries"))
        #expect(wish("queue.remove", #""entry":1,"entries":[1]"#).fails(.badMessage, naming: "entries"))
        #expect(wish("shuffle").fails(.badMessage, naming: "on"))
        #expect(wish("repeat").fails(.badMessage, naming: "mode"))
        #expect(wish("set").fails(.badMessage, naming: "volume"))
        #expect(wish("look").fails(.badMessage, naming: "look"))
        #expect(wish("screen.rename", #""screen":1"#).fails(.badMessage, naming: "name"))
        #expect(wish("screen.offset", #""screen":1"#).fails(.badMessage, naming: "ms"))
        #expect(wish("screen.identify").fails(.badMessage, naming: "screen"))
        #expect(wish("screen.place", #""place":null"#).fails(.badMessage, naming: "screen"))
        #expect(wish("screen.place", #""screen":1"#).fails(.badMessage, naming: "place"))
        #expect(wish("screen.place", #""screen":1,"place":{"x":0,"y":0,"width":1}"#).fails(.badMessage, naming: "height"))
    }

    @Test("a look has at most 32 settings, with names of at most 64 bytes")
    func look() {
        func settings(_ count: Int) -> String { (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",") }
        #expect(wish("look", settings(32)).problem == nil)
        #expect(wish("look", settings(33)).fails(.badMessage, naming: "32"))
        #expect(wish("look", "\"\(String(repeating: "k", count: 64))\":1").problem == nil)
        #expect(wish("look", "\"\(String(repeating: "k", count: 65))\":1").fails(.badValue, naming: "64"))
        #expect(wish("look", "\"\":1").fails(.badValue, naming: "64"))
    }
}
