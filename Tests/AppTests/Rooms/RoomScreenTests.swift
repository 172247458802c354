import Foundation
import Testing

extension RoomsTests {
    @Suite("Screens") struct RoomScreenTests: RoomTests {
        /// Waits for a list of screens that fulfils the condition.
        private func screens(_ client: RoomClient, where isWanted: ([[String: Any]]) -> Bool) throws -> [[String: Any]] {
            try client.message("a list of screens") { $0.type == "screens" && isWanted($0.list("screens")) }.list("screens")
        }

        @Test("a hidden screen is sent no frames and beats until it is visible again")
        func visible() async throws {
            try await inHall { hall in
                let track = try hall.track("long")
                let (client, _) = try RoomClient.joined(
                    hall.port,
                    [
                        "room": "visible", "token": hall.token,
                        "streams": ["frames": ["lead": 0.5, "bands": 1], "beats": ["lead": 0.5], "state": true],
                    ])
                try client.command("play", ["track": track])
                _ = try client.frames()
                try client.send(["type": "visible", "visible": false])
                try client.settle()
                _ = client.takeAll()
                // Other clients still receive them, for longer than the longest lead.
                let other = try RoomClient(hall.port, "room=visible&streams=beats&mode=live")
                for _ in 0..<2 { try other.next("beat") }
                try client.settle()
                #expect(client.untaken.allSatisfy { !["frames", "beat"].contains($0) }, "\(client.untaken)")
                try client.command("set", ["volume": 0.25])
                _ = try client.message("the new volume") { $0.type == "state" && $0["volume"] as? Double == 0.25 }
                try client.send(["type": "visible", "visible": true])
                let back = try client.frames()
                #expect(back.lead < 100_000)
                try client.next("beat")
                #expect(client.law.violations == [])
            }
        }

        @Test("what a host sets for a screen reaches it, is in the list, and waits for its return")
        func steering() async throws {
            try await inHall { hall in
                let (host, _) = try RoomClient.joined(
                    hall.port,
                    ["room": "steer", "kind": "controller", "name": "phone", "token": hall.token, "streams": ["screens": true]])
                let hello = ["client": "tv-1", "room": "steer"] as [String: Any]
                let device = ["type": "report", "device": "Chrome on Linux"]
                var screen: RoomClient? = try RoomClient.joined(hall.port, hello).client
                let twin = try RoomClient.joined(hall.port, hello.merging(["client": "tv-2"]) { $1 }).client
                try screen?.send(device)
                try screen?.settle()
                try twin.send(device)
                var list = try screens(host) { $0.count == 3 && $0[2]["name"] as? String != "" }
                #expect(list.map { $0["name"] as? String } == ["phone", "Chrome on Linux", "Chrome on Linux 2"])
                let ids = try list.dropFirst().map { try #require($0["id"] as? Int) }

                try host.command("screen.sound", ["screen": ids[0], "on": true, "volume": 0.5])
                var you = try #require(try screen?.next("you"))
                var sound = try #require(you["sound"] as? [String: Any])
                #expect(sound["on"] as? Bool == true && sound["volume"] as? Double == 0.5 && sound["edition"] as? Int == 1)
                // Asked again, it is told again: a person may have changed it there.
                try host.command("screen.sound", ["screen": ids[0], "on": true])
                you = try #require(try screen?.next("you"))
                sound = try #require(you["sound"] as? [String: Any])
                #expect(sound["edition"] as? Int == 2 && sound["volume"] as? Double == 0.5)
                try screen?.send(["type": "report", "sound": "waiting", "volume": 0.5, "style": "bars"].merging(device) { $1 })
                list = try screens(host) { $0.count == 3 && $0[1]["sound"] as? String == "waiting" }
                #expect(list[1]["volume"] as? Double == 0.5 && list[1]["style"] as? String == "bars" && list[2]["sound"] is NSNull)

                try host.command("screen.look", ["screens": ids, "look": ["style": "bars", "calm": true]])
                for one in [screen, twin] {
                    let told = try #require(try one?.message("the look") { $0.type == "you" && !$0.object("look").isEmpty })
                    #expect(told.object("look")["style"] as? String == "bars" && told.object("look")["calm"] as? Bool == true)
                }
                try host.command("screen.look", ["screen": ids[1], "look": NSNull()])
                try twin.message("no look of its own") { $0.type == "you" && $0.isNull("look") && $0.int("lookEdition") > 1 }
                try host.command("screen.rotate", ["screen": ids[0], "degrees": 270])
                #expect(try screen?.next("you")["rotation"] as? Int == 270)
                try host.command("screen.reload", ["screens": ids])
                try screen?.next("reload")
                try twin.next("reload")
                #expect(try host.refusal("screen.reload", ["screens": [ids[0], 999_999]]) == "not-found")
                let tooMany = Dictionary(uniqueKeysWithValues: (0..<17).map { ("a\($0)", $0) })
                #expect(try host.refusal("screen.look", ["screen": ids[0], "look": tooMany]) == "too-many")
                #expect(try host.refusal("screen.forget", ["absent": 1]) == "not-found", "it is here")

                _ = host.takeAll()
                screen = nil
                let left = try host.message("the absent screen") { $0.type == "screens" && !$0.list("absent").isEmpty }.list(
                    "absent")
                #expect(left[0]["name"] as? String == "Chrome on Linux" && left[0]["place"] == nil)
                var again: RoomClient? = try RoomClient.joined(hall.port, hello).client
                let kept = try #require(try again?.next("you"))
                #expect(kept["rotation"] as? Int == 270 && (kept["look"] as? [String: Any])?["style"] as? String == "bars")
                _ = host.takeAll()
                again = nil
                _ = try host.message("its leaving") { $0.type == "screens" && !$0.list("absent").isEmpty }
                try host.command("screen.forget", ["absent": try #require(left[0]["number"] as? Int)])
                _ = try host.message("nothing absent") {
                    $0.type == "screens" && $0.list("absent").isEmpty && $0.list("screens").count == 2
                }
                #expect(host.law.violations == [] && twin.law.violations == [])
            }
        }

        @Test("a group is steered as one, also the screens of it that are not here")
        func groups() async throws {
            try await inHall { hall in
                let (host, _) = try RoomClient.joined(
                    hall.port, ["room": "groups", "kind": "controller", "token": hall.token, "streams": ["screens": true]])
                let hello = ["client": "bar-1", "room": "groups"] as [String: Any]
                var screen: RoomClient? = try RoomClient.joined(hall.port, hello).client
                let twin = try RoomClient.joined(hall.port, hello.merging(["client": "bar-2"]) { $1 }).client
                let ids = try screens(host) { $0.count == 3 }.dropFirst().map { try #require($0["id"] as? Int) }
                try host.command("group.set", ["group": "Bar", "screens": ids])
                func group(_ isWanted: ([String: Any]) -> Bool) throws -> [String: Any] {
                    let message = try host.message("the group") {
                        $0.type == "screens" && $0.list("groups").contains(where: isWanted)
                    }
                    return message.list("groups")[0]
                }
                let made = try group { ($0["screens"] as? [Int])?.count == 2 }
                #expect(made["name"] as? String == "Bar" && made["screens"] as? [Int] == ids && made["absent"] as? [Int] == [])
                screen = nil
                _ = try group { ($0["screens"] as? [Int])?.count == 1 && ($0["absent"] as? [Int])?.count == 1 }
                try host.command("screen.sound", ["group": "Bar", "on": true, "volume": 0.5])
                try host.command("screen.rotate", ["group": "Bar", "degrees": 90])
                try twin.message("its rotation") { $0.type == "you" && $0.int("rotation") == 90 }
                try host.command("screen.reload", ["group": "Bar"])
                try twin.next("reload")
                screen = try RoomClient.joined(hall.port, hello).client
                let you = try #require(try screen?.next("you"))
                #expect(you["rotation"] as? Int == 90 && (you["sound"] as? [String: Any])?["on"] as? Bool == true)
                try host.command("group.rename", ["group": "Bar", "name": "Lounge"])
                #expect(try host.refusal("screen.reload", ["group": "Bar"]) == "not-found")
                try host.command("group.set", ["group": "Garden", "screens": [ids[1]]])
                #expect(try host.refusal("group.rename", ["group": "Garden", "name": "Lounge"]) == "conflict")
                #expect(try host.refusal("group.set", ["group": "Attic", "screens": [999_999]]) == "not-found")
                try host.command("group.remove", ["group": "Lounge"])
                #expect(
                    try group { $0["name"] as? String == "Garden" && $0["screens"] as? [Int] == [ids[1]] }["absent"] as? [Int] == []
                )
                #expect(host.law.violations == [] && twin.law.violations == [])
            }
        }

        @Test("a room's state tells how many screens can be heard")
        func sounding() async throws {
            try await inHall { hall in
                let watcher = try RoomClient.joined(hall.port, ["room": "heard", "streams": ["state": true]]).client
                func heard(_ count: Int) throws {
                    _ = try watcher.message("\(count) sounding") { $0.type == "state" && $0["sounding"] as? Int == count }
                }
                try heard(0)
                let screen = try RoomClient.joined(hall.port, ["room": "heard", "streams": ["audio": true]]).client
                try heard(1)
                try screen.send(["type": "unsubscribe", "streams": ["audio"]])
                try heard(0)
                try screen.send(["type": "subscribe", "streams": ["audio": true]])
                try heard(1)
                try screen.send(["type": "report", "sound": "waiting"])
                try heard(0)
                try screen.send(["type": "report", "sound": "on", "volume": 0.2])
                try heard(1)
                try screen.send(["type": "report", "sound": "on", "volume": 0])
                try heard(0)
                // The page's own clicks can be heard without the room's sound, but not on a screen that stops what nobody sees.
                try screen.send(["type": "unsubscribe", "streams": ["audio"]])
                try screen.send(["type": "report", "sound": "on"])
                try heard(1)
                try screen.send(["type": "visible", "visible": false])
                try heard(0)
            }
        }

        @Test("the list has the screens with their reports and names, and those that left are removed")
        func list() async throws {
            try await inHall { hall in
                let (controller, _) = try RoomClient.joined(
                    hall.port,
                    ["room": "list", "kind": "controller", "name": "phone", "token": hall.token, "streams": ["screens": true]])
                var screen: RoomClient? = try RoomClient.joined(
                    hall.port, ["room": "list", "name": "TV", "client": "tv-1", "streams": ["frames": true, "grid": true]]
                ).client
                var list = try screens(controller) { $0.count == 2 }
                #expect(list.map { $0["kind"] as? String } == ["controller", "screen"])
                #expect(list.map { $0["name"] as? String } == ["phone", "TV"])
                #expect(list.map { $0["role"] as? String } == ["owner", "viewer"])
                #expect(list[1]["address"] is NSNull && list[1]["visible"] as? Bool == true)
                #expect(list[1]["streams"] as? [String] == ["frames", "grid"] && list[1]["fps"] is NSNull)
                let id = try #require(list[1]["id"] as? Int)
                try screen?.send(["type": "report", "errorMs": 0.4, "fps": 59.9, "latencyMs": 12])
                try screen?.send(["type": "visible", "visible": false])
                list = try screens(controller) { $0.last?["visible"] as? Bool == false && $0.last?["fps"] as? Double == 59.9 }
                #expect(list[1]["errorMs"] as? Double == 0.4 && list[1]["latencyMs"] as? Double == 12)

                try controller.command("screen.rename", ["screen": id, "name": "Wand links"])
                #expect(try screen?.next("you").text("name") == "Wand links")
                try controller.command("screen.offset", ["screen": id, "ms": -40.5])
                let you = try #require(try screen?.next("you"))
                #expect(you["offsetMs"] as? Double == -40.5 && you.text("name") == "Wand links")
                try controller.command("screen.identify", ["screen": id])
                let identify = try #require(try screen?.next("identify"))
                #expect(identify.text("name") == "Wand links" && identify.int("until") > identify.int("sent"))
                #expect(identify.int("number") == 1, "the first of the screens that are here")
                let place = ["x": -80.5, "y": 0, "width": 160, "height": 90]
                try controller.command("screen.place", ["screen": id, "place": place])
                let placed = try #require(try screen?.next("you"))
                #expect(placed["place"] as? [String: Double] == place && placed["wall"] as? [String: Double] == place)
                try controller.command("screens.identify")
                #expect(try screen?.next("identify").int("number") == 1)
                list = try screens(controller) { $0.last?["place"] as? [String: Double] == place }
                #expect(list[1]["name"] as? String == "Wand links" && list[1]["offsetMs"] as? Double == -40.5)
                #expect(list[0]["place"] is NSNull)
                _ = controller.takeAll()
                screen = nil
                _ = try screens(controller) { $0.count == 1 }
                #expect(try controller.refusal("screen.identify", ["screen": id]) == "not-found")

                // A screen is recognized by its client id, under another number.
                let (again, welcome) = try RoomClient.joined(hall.port, ["room": "list", "name": "TV", "client": "tv-1"])
                let name = try again.next("you")
                #expect(name.text("name") == "Wand links" && name["offsetMs"] as? Double == -40.5 && welcome.int("id") != id)
                #expect(name["place"] as? [String: Double] == place)
                list = try screens(controller) { $0.count == 2 }
                #expect(list[1]["name"] as? String == "Wand links" && list[1]["offsetMs"] as? Double == -40.5)
                try controller.command("wall.clear")
                #expect(try again.next("you").isNull("place"))
            }
        }
    }
}
