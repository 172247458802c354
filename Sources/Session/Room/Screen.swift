/// One of a room's clients, as the others see it.
package struct Screen: Hashable, Sendable {
    package let id: Int
    package var name: String
    package var kind: Hello.Kind
    /// Where it is connected from; nil for those who need not know.
    package var address: String?
    /// Whether anybody can see it.
    package var isVisible = true
    /// What it said last of how it fares.
    package var report = Report()
    /// How much later than the clock says it shows and plays everything: below zero for one whose way to eyes and ears is long.
    package var offsetMs = 0.0
    package var streams = Streams()

    package init(id: Int, name: String, kind: Hello.Kind, address: String?) {
        self.id = id
        self.name = name
        self.kind = kind
        self.address = address
    }
}
