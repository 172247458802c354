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

    @Test("Hann frames with half overlap weigh every sample equally")
    func overlap() {
        let window = Window.hann(1024)
        for index in 0..<512 { #expect(abs(window[index] + window[index + 512] - 4 / 1024) < 1e-9) }
    }
}
