/// Colours of a drawn cover that go together, as style sheets write them, from the darkest to the lightest.
struct CoverPalette {
    let ground: String
    let deep: String
    let main: String
    let second: String
    let light: String

    private init(_ ground: String, _ deep: String, _ main: String, _ second: String, _ light: String) {
        (self.ground, self.deep, self.main, self.second, self.light) = (ground, deep, main, second, light)
    }

    static let all = [
        CoverPalette("#0b1026", "#2b2a6b", "#ff6b5a", "#ffb15c", "#ffe9c7"),
        CoverPalette("#081c24", "#0f4c5c", "#2ec4b6", "#f4a259", "#f7f0d8"),
        CoverPalette("#160b22", "#4a1d6b", "#e05aa8", "#7a6bff", "#ffd9ec"),
        CoverPalette("#0d1b14", "#1f4d3a", "#7bc86c", "#e8d45c", "#f4f6d8"),
        CoverPalette("#1a0f0a", "#6b2f1d", "#e8743b", "#e9b44c", "#fbe8cf"),
        CoverPalette("#0a1424", "#1c3d72", "#4ea8de", "#9b8cff", "#e3f2ff"),
        CoverPalette("#1b0d18", "#5c1a40", "#ff5d8f", "#ff9e6d", "#ffe3d8"),
        CoverPalette("#0e1418", "#34495a", "#d9a15b", "#7fb7be", "#f1ead9"),
        CoverPalette("#101018", "#33335c", "#8f7bff", "#45d0ff", "#e9e4ff"),
        CoverPalette("#071a1a", "#155e63", "#56e0c3", "#b4f06a", "#effce0"),
        CoverPalette("#14100a", "#54431f", "#f2c14e", "#d96c4a", "#fff3d1"),
        CoverPalette("#0f0b1e", "#3a2470", "#b06bff", "#ff8ac0", "#ffe6fb"),
    ]
}
