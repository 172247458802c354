import Signal
import Testing

@Suite("Window")
struct WindowTests {
    @Test("Hann weights sum to 2, start at 0 and are symmetric", arguments: [2, 6, 1024, 2048, 4410])
    func sums(count: Int) {
        let window = Window.hann(count)
        #expect(abs(window.reduce(0) { $0 + Double($1) } - 2) < 1e-5)
        #expect(window[0] == 0)
        for index in 1..<count { #expect(abs(window[index] - window[count - index]) < 1e-9) }
    }

    @Test(
        "a window with a steep end rises slowly, is greatest where it begins to fall, and sums to 2",
        arguments: [(1024, 64), (256, 16), (8, 1)])
    func steep(count: Int, fall: Int) {
        let window = Window.hann(count, fall: fall)
        #expect(abs(window.reduce(0) { $0 + Double($1) } - 2) < 1e-5)
        #expect(window[0] == 0 && window.indices.max { window[$0] < window[$1] } == count - fall)
        #expect((1...count - fall).allSatisfy { window[$0] > window[$0 - 1] })
        #expect((count - fall + 1..<count).allSatisfy { window[$0] < window[$0 - 1] })
    }

    @Test("with as much fall as rise it is the usual one", arguments: [64, 1024])
    func even(count: Int) {
        #expect(zip(Window.hann(count, fall: count / 2), Window.hann(count)).allSatisfy { abs($0 - $1) < 1e-9 })
    }

    @Test("Hann frames with half overlap weigh every sample equally")
    func overlap() {
        let window = Window.hann(1024)
        for index in 0..<512 { #expect(abs(window[index] + window[index + 512] - 4 / 1024) < 1e-9) }
    }
}
