extension QRCode {
    /// The margin around the code in squares: readers want four.
    private static let quiet = 4

    /// The code as a scalable picture: one path on white.
    var svg: String {
        let side = width + 2 * Self.quiet
        var path = ""
        for y in 0..<width {
            var x = 0
            while x < width {
                let start = x
                while self[x, y] { x += 1 }
                if x > start { path += "M\(start + Self.quiet) \(y + Self.quiet)h\(x - start)v1h-\(x - start)z" }
                x += 1
            }
        }
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(side) \(side)\" shape-rendering=\"crispEdges\">"
            + "<rect width=\"\(side)\" height=\"\(side)\" fill=\"#fff\"/><path d=\"\(path)\"/></svg>\n"
    }
}
