import Foundation
import Music

/// Draws one of several kinds of pictures, 400 units wide and high.
struct CoverPainting {
    let palette: CoverPalette
    var random: SplitMix
    private var definitions = ""
    private var shapes = ""
    private var gradients = 0

    init(palette: CoverPalette, random: SplitMix) {
        self.palette = palette
        self.random = random
    }

    var svg: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="800" height="800" viewBox="0 0 400 400"><defs>\(definitions)</defs>\(shapes)</svg>
        """
    }

    mutating func paint() {
        switch random.next(below: 8) {
        case 0: paintSun()
        case 1: paintHills()
        case 2: paintArcs()
        case 3: paintTiles()
        case 4: paintOrbits()
        case 5: paintRibbons()
        case 6: paintDiscs()
        default: paintColumns()
        }
    }

    /// A striped sun over the sea.
    private mutating func paintSun() {
        fill(with: gradient([palette.ground, palette.deep, palette.main], steep: true))
        let (x, y, radius) = (number(130, 270), number(150, 210), number(80, 120))
        circle(x, y, radius * 1.5, palette.second, opacity: 0.16)
        circle(x, y, radius, gradient([palette.light, palette.second, palette.main], steep: true))
        var stripe = y + radius * 0.1
        var height = 4.0
        while stripe < 290 {
            box(0, stripe, 400, height, palette.main, opacity: 0.55)
            stripe += 20
            height += 2
        }
        for row in 0..<3 {
            wave(at: 285 + 38 * Double(row), by: 14, [palette.deep, palette.ground, "#05060c"][row], opacity: 0.92)
        }
    }

    /// Ridges behind each other, with a moon.
    private mutating func paintHills() {
        fill(with: gradient([palette.deep, palette.main, palette.second, palette.light], steep: true))
        circle(number(90, 310), number(80, 140), number(26, 52), palette.light, opacity: 0.9)
        let tones = [palette.second, palette.main, palette.deep, palette.ground]
        for (row, tone) in tones.enumerated() {
            wave(at: 190 + 52 * Double(row), by: 34 - 4 * Double(row), tone, opacity: row == 0 ? 0.55 : 0.9)
        }
    }

    /// Arcs around a corner.
    private mutating func paintArcs() {
        fill(with: palette.ground)
        let (x, y) = (whether() ? 0.0 : 400.0, whether() ? 0.0 : 400.0)
        let tones = [palette.deep, palette.main, palette.second, palette.light, palette.deep, palette.second, palette.main]
        let first = random.next(below: tones.count)
        let width = number(46, 66)
        for ring in 0..<7 {
            let tone = tones[(first + ring) % tones.count]
            circle(x, y, 470 - Double(ring) * width, tone, opacity: 1)
            circle(x, y, 470 - Double(ring) * width - width * 0.72, palette.ground, opacity: 1)
        }
        circle(400 - x + (x == 0 ? -90 : 90), 400 - y + (y == 0 ? -90 : 90), number(26, 44), palette.second, opacity: 1)
    }

    /// Quarter circles on a grid.
    private mutating func paintTiles() {
        fill(with: palette.ground)
        let count = 3 + random.next(below: 2)
        let side = 400 / Double(count)
        let tones = [palette.deep, palette.main, palette.second, palette.light]
        for row in 0..<count {
            for column in 0..<count {
                let (left, top) = (Double(column) * side, Double(row) * side)
                let ground = random.next(below: 3)
                let tone = (ground + 1 + random.next(below: 3)) % 4
                box(left, top, side, side, tones[ground], opacity: 1)
                switch random.next(below: 6) {
                case 0: circle(left + side / 2, top + side / 2, side * 0.36, tones[tone], opacity: 1)
                case 1:
                    circle(left + side / 2, top + side / 2, side * 0.4, tones[tone], opacity: 1)
                    circle(left + side / 2, top + side / 2, side * 0.2, tones[ground], opacity: 1)
                default: quarter(left, top, side, corner: random.next(below: 4), tones[tone])
                }
            }
        }
    }

    /// Thin orbits with planets around a glowing middle.
    private mutating func paintOrbits() {
        fill(with: gradient([palette.deep, palette.ground], steep: false))
        let (x, y) = (number(150, 250), number(150, 250))
        for ring in 1...7 {
            let radius = Double(ring) * 36
            shapes +=
                "<circle cx=\"\(place(x))\" cy=\"\(place(y))\" r=\"\(place(radius))\" fill=\"none\" stroke=\"\(palette.light)\" "
            shapes += "stroke-opacity=\"0.3\" stroke-width=\"1.2\"/>"
            let turn = number(0, 2 * .pi)
            let tone = [palette.main, palette.second, palette.light][random.next(below: 3)]
            circle(x + cos(turn) * radius, y + sin(turn) * radius, number(5, 19), tone, opacity: 1)
        }
        circle(x, y, 46, palette.main, opacity: 0.25)
        circle(x, y, 30, gradient([palette.light, palette.second, palette.main], steep: true))
    }

    /// Bands that flow across.
    private mutating func paintRibbons() {
        fill(with: gradient([palette.ground, palette.deep], steep: true))
        let tones = [palette.deep, palette.main, palette.second, palette.light, palette.main]
        let (start, end, bend) = (number(40, 130), number(40, 130), number(80, 190) * (whether() ? 1 : -1))
        for (band, tone) in tones.enumerated() {
            let (from, to) = (start + Double(band) * 54, end + Double(band) * 54)
            shapes +=
                "<path d=\"M-20 \(place(from))C120 \(place(from - bend)) 260 \(place(to + bend)) 420 \(place(to))\" fill=\"none\" "
            shapes += "stroke=\"\(tone)\" stroke-width=\"\(place(46 - Double(band) * 4))\" stroke-opacity=\"0.94\"/>"
        }
    }

    /// Large discs that let each other shine through.
    private mutating func paintDiscs() {
        fill(with: gradient([palette.ground, palette.deep], steep: true))
        let turn = number(0, 2 * .pi)
        for (disc, tone) in [palette.main, palette.second, palette.light].enumerated() {
            let angle = turn + Double(disc) * 2.1
            circle(200 + cos(angle) * 66, 200 + sin(angle) * 66, number(78, 112), tone, opacity: 0.8)
        }
        circle(200, 200, number(14, 30), palette.ground, opacity: 1)
    }

    /// Columns like those of a spectrum, and their reflection.
    private mutating func paintColumns() {
        fill(with: gradient([palette.ground, palette.deep], steep: true))
        let count = 7 + random.next(below: 5)
        let (width, middle) = (340 / Double(count), number(230, 280))
        let paint = gradient([palette.light, palette.second, palette.main], steep: true)
        circle(number(90, 310), number(70, 120), number(24, 40), palette.second, opacity: 0.5)
        for column in 0..<count {
            let (left, height) = (30 + Double(column) * width, number(30, middle - 60))
            box(left, middle - height, width * 0.68, height, paint, opacity: 1)
            box(left, middle + 8, width * 0.68, height * 0.4, palette.main, opacity: 0.28)
        }
    }

    /// The ground below a curve.
    private mutating func wave(at y: Double, by height: Double, _ tone: String, opacity: Double) {
        let (one, other, end) = (number(-height, height), number(-height, height), number(-height, height))
        shapes += "<path d=\"M0 \(place(y + one))C100 \(place(y - 2 * other)) 140 \(place(y + 2 * other)) 220 \(place(y + end))"
        shapes += "S340 \(place(y + 2 * one)) 400 \(place(y - one))V400H0z\" fill=\"\(tone)\" fill-opacity=\"\(opacity)\"/>"
    }

    private mutating func quarter(_ left: Double, _ top: Double, _ side: Double, corner: Int, _ tone: String) {
        let (right, bottom) = (left + side, top + side)
        let (x, y) = (corner % 2 == 0 ? left : right, corner < 2 ? top : bottom)
        let (toX, toY) = (corner % 2 == 0 ? right : left, corner < 2 ? bottom : top)
        let sweep = corner == 0 || corner == 3 ? 1 : 0
        shapes += "<path d=\"M\(place(x)) \(place(y))L\(place(toX)) \(place(y))A\(place(side)) \(place(side)) 0 0 \(sweep) "
        shapes += "\(place(x)) \(place(toY))z\" fill=\"\(tone)\"/>"
    }

    private mutating func fill(with paint: String) {
        box(0, 0, 400, 400, paint, opacity: 1)
    }

    private mutating func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ paint: String, opacity: Double) {
        shapes += "<rect x=\"\(place(x))\" y=\"\(place(y))\" width=\"\(place(width))\" height=\"\(place(height))\" "
        shapes += "fill=\"\(paint)\" fill-opacity=\"\(opacity)\"/>"
    }

    private mutating func circle(_ x: Double, _ y: Double, _ radius: Double, _ paint: String, opacity: Double = 1) {
        shapes +=
            "<circle cx=\"\(place(x))\" cy=\"\(place(y))\" r=\"\(place(radius))\" fill=\"\(paint)\" fill-opacity=\"\(opacity)\"/>"
    }

    private mutating func gradient(_ tones: [String], steep: Bool) -> String {
        gradients += 1
        let stops = tones.enumerated().map { place, tone in
            "<stop offset=\"\(self.place(Double(place) / Double(tones.count - 1)))\" stop-color=\"\(tone)\"/>"
        }.joined()
        definitions += "<linearGradient id=\"g\(gradients)\" x2=\"\(steep ? 0 : 1)\" y2=\"1\">\(stops)</linearGradient>"
        return "url(#g\(gradients))"
    }

    private mutating func number(_ least: Double, _ most: Double) -> Double {
        least + (most - least) * Double(random.next() >> 11) / 9_007_199_254_740_992
    }

    private mutating func whether() -> Bool { random.next() & 1 == 0 }

    /// A hundredth of a unit is not visible.
    private func place(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}

extension SplitMix {
    /// A number from 0 to below a small one.
    mutating func next(below count: Int) -> Int { Int.random(in: 0..<count, using: &self) }
}
