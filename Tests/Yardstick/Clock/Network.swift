/// A simulated network and client: the delays of each way, and the errors of the client's clock. Times are in seconds.
package struct Network: Sendable {
    package var name: String
    /// The shortest delay, and the mean of the exponentially distributed delay on top of it.
    package var up: (floor: Double, jitter: Double)
    package var down: (floor: Double, jitter: Double)
    /// The number of exponential delays that are added up: with more than one, hardly any message comes near the floor.
    package var hops = 1
    /// One of the two ways is longer by up to this, chosen at random for each client.
    package var lopsided = 0.0
    /// Nothing arrives for `length` seconds, once in `every` seconds on average.
    package var stall = (every: Double.infinity, length: 0.0)
    /// The standard deviation of the clients' drift.
    package var drift = 50e-6
    /// The step of the client's timer.
    package var tick = 0.000_1
    /// The client sleeps through this part of its life, and so does its clock.
    package var asleep: Range<Double>?
    /// The client's clock leaps ahead by `by` at the time `at`.
    package var leap: (at: Double, by: Double)?
    /// The client's clock runs faster by `by` from the time `at` on, as when its system corrects it gradually.
    package var bend: (at: Double, by: Double)?
    /// The number of messages that the server pushes a second.
    package var pushes = 60.0

    package init(_ name: String, up: (floor: Double, jitter: Double), down: (floor: Double, jitter: Double)) {
        self.name = name
        self.up = up
        self.down = down
    }

    /// Wi-Fi with interference from the neighbours' networks.
    package static let wifi: Network = {
        var network = Network("wifi", up: (0.002, 0.008), down: (0.002, 0.008))
        network.lopsided = 0.000_5
        network.stall = (20, 0.1)
        return network
    }()

    package static let all: [Network] = {
        func wifi(_ name: String, _ change: (inout Network) -> Void) -> Network {
            var network = Network.wifi
            network.name = "wifi, " + name
            change(&network)
            return network
        }
        var good = Network("good wifi", up: (0.001, 0.002), down: (0.001, 0.002))
        good.lopsided = 0.000_3
        good.stall = (60, 0.06)
        var lan = Network("quiet lan", up: (0.000_15, 0.000_2), down: (0.000_15, 0.000_2))
        lan.lopsided = 0.000_05
        return [
            .wifi,
            wifi("4 pushes/s") { $0.pushes = 4 },
            wifi("no pushes") { $0.pushes = 0 },
            wifi("1 ms timer") { $0.tick = 0.001 },
            wifi("lopsided") {
                $0.up = (0.002_5, 0.014)
                $0.down = (0.002, 0.005)
                $0.stall = (10, 0.15)
            },
            wifi("clock bends by 50 ppm") { $0.bend = (60, 50e-6) },
            wifi("two hops") {
                $0.up.jitter = 0.004
                $0.down.jitter = 0.004
                $0.hops = 2
            },
            good, lan,
        ]
    }()
}
