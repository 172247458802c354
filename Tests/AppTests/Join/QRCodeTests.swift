import Testing

@testable import API

@Suite("QR codes")
struct QRCodeTests {
    private static let address = "http://192.168.178.23:8080/?room=living%20room"

    /// Squares as another encoder drew them (level M, mask 4), # for dark ones.
    private static let known = """
        #######.#.##..####..#####.#######
        #.....#...###....#.#.##.#.#.....#
        #.###.#..#..##..#..#.#..#.#.###.#
        #.###.#.##.#..##.##.#..#..#.###.#
        #.###.#.###.#.#..#####.#..#.###.#
        #.....#.#..##...####......#.....#
        #######.#.#.#.#.#.#.#.#.#.#######
        ........#...#.####...##.#........
        #...#.###.......####.#.#.#####..#
        #..###..###..####...##.##....###.
        #.###.##...#...#.#...#.###...#.#.
        ##..##...##.#.#..###.#.#.##....#.
        ...####..#.#.###..###...###.##...
        ..#.#..#..##....##.#.#.#.#.#.#...
        .#.##.#########.##.#...#...#.#.#.
        ###.......#...#..#.####..#.......
        .##..##..#####.####..#...##.#..#.
        #.###...#..##..#.#..#####....##..
        #...######..##.#..#....#.#...#...
        ..####....#..##....##.#.##.....#.
        ...#.##.##.###.##.....##.##.##...
        #.......#....##...###..#...#...#.
        ..#...#.#..##..#.#..####..#.#..#.
        ....#..#....#..###...#.#.#.#....#
        ###.###.#######..#####..######...
        ........#...#..#....#.#.#...#.##.
        #######.##.#..####...##.#.#.##.#.
        #.....#..#.##..####..#.##...##.##
        #.###.#.#..#.#....#.#...######...
        #.###.#..#.#..#.##.#..#..##.####.
        #.###.#..#.##...##.#...#.######..
        #.....#..##.#....#.###..#..#.....
        #######.##.#.######..#..##..#...#
        """

    private func rows(_ code: QRCode) -> [String] {
        (0..<code.width).map { y in (0..<code.width).map { code[$0, y] ? "#" : "." }.joined() }
    }

    @Test("a code equals that of another encoder")
    func known() throws {
        let code = try #require(QRCode(Self.address, care: .some))
        #expect(rows(code).joined(separator: "\n") == Self.known)
    }

    @Test("the border is light, and a longer text or a higher error correction needs at least as many squares")
    func width() throws {
        var last = 0
        for length in [1, 20, 60, 150, 600] {
            let text = String(repeating: "a", count: length)
            let (little, some) = (try #require(QRCode(text, care: .little)), try #require(QRCode(text, care: .some)))
            #expect(little.width >= last && some.width >= little.width)
            #expect(little.width % 4 == 1 && !little[-1, 0] && !little[0, little.width] && little[0, 0])
            last = little.width
        }
        #expect(QRCode(String(repeating: "a", count: 3000), care: .little) == nil)
    }

    @Test("the picture's path covers exactly the dark squares, inside a border of four light ones")
    func svg() throws {
        let code = try #require(QRCode(Self.address, care: .some))
        let side = code.width + 8
        #expect(code.svg.contains("viewBox=\"0 0 \(side) \(side)\""))
        var painted = Array(repeating: Array(repeating: false, count: side), count: side)
        for run in code.svg.matches(of: #/M(\d+) (\d+)h(\d+)v1h-(\d+)z/#) {
            let (x, y, count) = (try #require(Int(run.1)), try #require(Int(run.2)), try #require(Int(run.3)))
            #expect(run.3 == run.4)
            for step in 0..<count { painted[y][x + step] = true }
        }
        for y in 0..<side { for x in 0..<side { #expect(painted[y][x] == code[x - 4, y - 4]) } }
    }

    @Test("a terminal's half blocks show exactly the dark squares, in explicit colours")
    func terminal() throws {
        let code = try #require(QRCode(Self.address, care: .little))
        let lines = code.terminalLines
        #expect(lines.count == (code.width + 5) / 2)
        for (line, text) in lines.enumerated() {
            #expect(text.hasPrefix("\u{1B}[38;5;16;48;5;231m") && text.hasSuffix("\u{1B}[0m"))
            let blocks = Array(text.dropFirst(19).dropLast(4))
            #expect(blocks.count == code.columns)
            for (column, block) in blocks.enumerated() {
                let (x, y) = (column - 2, 2 * line - 2)
                #expect("█▀".contains(block) == code[x, y] && "█▄".contains(block) == code[x, y + 1])
            }
        }
    }
}
