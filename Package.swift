// swift-tools-version: 6.2
import PackageDescription

let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
    // Tests see internals of release builds, too: what they test is what people run, and it is compiled once for both.
    .unsafeFlags(["-enable-testing"], .when(configuration: .release)),
]
/// Tests are compiled quickly, since little of what they do takes time. XCTest's discovery of tests has each compiler write an index,
/// but needs nothing of other modules in it: that was a fifth of the compiler's time. Files in batches keep all cores at work: the tests of
/// the program are compiled last, when nothing else is left to do.
let tests =
    house + [
        .unsafeFlags(
            [
                "-Onone", "-no-whole-module-optimization", "-enable-batch-mode", "-num-threads", "0",
                "-index-ignore-system-modules", "-index-ignore-clang-modules",
            ], .when(configuration: .release))
    ]
/// Numbers are crunched optimized even in debug builds, or the tests would take minutes; every check stays on.
let fast = house + [.unsafeFlags(["-O"], .when(configuration: .debug))]
/// Where no C library is called, every unchecked access wears the word `unsafe`.
let strict = fast + [.strictMemorySafety()]

let package = Package(
    name: "downbeat",
    products: [
        .executable(name: "downbeat", targets: ["App"]),
        .executable(name: "downbeat-worker", targets: ["Worker"]),
    ],
    targets: [
        // 0 system libraries
        .systemLibrary(name: "CCurl"),
        .systemLibrary(name: "CFFmpeg"),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "COpenSSL"),
        .systemLibrary(name: "CQRencode"),
        .systemLibrary(name: "CSQLite"),
        .systemLibrary(name: "CWeights"),
        .systemLibrary(name: "CZlib"),
        // C++ between TagLib and Swift: a C face, behind which all exceptions stay.
        .target(name: "CTags", linkerSettings: [.linkedLibrary("tag")]),
        // The Fourier transform, compiled for two kinds of processors, and always optimized.
        .target(name: "CFourier", cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
        // 1 texts, then nouns
        .target(name: "Text", swiftSettings: fast),
        .target(name: "Music", dependencies: ["Text"], swiftSettings: strict),
        // 2 files, clocks, signals and the log; numbers
        .target(name: "System", dependencies: ["Text", "CLinux"], swiftSettings: house),
        .target(name: "Signal", dependencies: ["CFourier"], swiftSettings: strict),
        // 3 one subject each: beats, the database, sounds of a metronome, decoding, the demo songs, fetching from other servers, playing together, HTTP
        .target(
            name: "Analysis", dependencies: ["Music", "Signal", "CWeights"], exclude: ["README.md"],
            swiftSettings: strict),
        .target(name: "Catalog", dependencies: ["Music", "CSQLite"], swiftSettings: house),
        .target(name: "Clicks", dependencies: ["Music"], swiftSettings: strict),
        .target(name: "Decode", dependencies: ["Music", "Signal", "CFFmpeg"], swiftSettings: fast),
        .target(name: "Demo", dependencies: ["Music"], swiftSettings: strict),
        .target(name: "Fetch", dependencies: ["System", "CCurl", "COpenSSL"], swiftSettings: house),
        .target(name: "Session", dependencies: ["Music", "Text"], swiftSettings: strict),
        .target(name: "Web", dependencies: ["System", "CLinux", "COpenSSL", "CZlib"], swiftSettings: house),
        // 4 the guardian, which starts the server again; who starts and supervises worker processes; the client of music servers; live
        // sound
        .target(name: "Guardian", dependencies: ["Text", "System", "Web", "CLinux"], swiftSettings: house),
        .target(
            name: "Workers",
            dependencies: ["Music", "System", "Session", "CLinux"],
            swiftSettings: house),
        .target(name: "Subsonic", dependencies: ["Text", "System", "Fetch", "Web"], swiftSettings: house),
        .target(
            name: "Live", dependencies: ["Music", "Text", "System", "Signal", "Analysis", "Session", "CLinux"], swiftSettings: fast),
        // 5 the music, then who plays it, then HTTP
        .target(
            name: "Library",
            dependencies: [
                "Music", "Text", "System", "Clicks", "Demo", "Catalog", "Fetch", "Subsonic", "Web", "Workers", "CLinux", "CZlib",
            ],
            swiftSettings: house),
        .target(
            name: "Rooms",
            dependencies: [
                "Music", "Text", "System", "Clicks", "Catalog", "Session", "Web", "Guardian", "Workers", "Live", "Library",
            ],
            swiftSettings: house),
        .target(
            name: "API",
            dependencies: [
                "Music", "Text", "System", "Clicks", "Catalog", "Session", "Web", "Guardian", "Subsonic", "Workers", "Live",
                "Library",
                "Rooms",
                "CLinux", "CQRencode", "CZlib",
            ],
            swiftSettings: house),
        // 6 the doors: the server, and the program of its worker processes, the only one that is linked with FFmpeg and TagLib
        .executableTarget(
            name: "App",
            dependencies: [
                "Music", "Text", "System", "Catalog", "Fetch", "Subsonic", "Web", "Guardian", "Workers", "Live", "Library", "Rooms",
                "API", "CLinux",
            ],
            swiftSettings: house),
        .executableTarget(
            name: "Worker",
            dependencies: ["Music", "System", "Signal", "Analysis", "Decode", "Session", "Workers", "CLinux", "CTags"],
            swiftSettings: house),

        .target(name: "Waiting", path: "Tests/Waiting", swiftSettings: house),
        .target(name: "Yardstick", dependencies: ["Music", "Session", "System"], path: "Tests/Yardstick", swiftSettings: fast),
        .testTarget(name: "MusicTests", dependencies: ["Music"], exclude: ["Vectors"], swiftSettings: tests),
        .testTarget(name: "TextTests", dependencies: ["Text"], swiftSettings: tests),
        .testTarget(name: "SignalTests", dependencies: ["Signal"], swiftSettings: tests),
        .testTarget(
            name: "AnalysisTests", dependencies: ["Analysis", "Music", "Signal", "Yardstick"], exclude: ["Goldens"],
            swiftSettings: tests),
        .testTarget(name: "CatalogTests", dependencies: ["Catalog", "Music", "CSQLite"], swiftSettings: tests),
        .testTarget(name: "ClicksTests", dependencies: ["Clicks", "Analysis", "Music", "Signal"], swiftSettings: fast),
        .testTarget(name: "DecodeTests", dependencies: ["Decode", "Music", "Signal"], swiftSettings: fast),
        .testTarget(
            name: "DemoTests", dependencies: ["Demo", "Analysis", "Decode", "Music", "Signal", "Yardstick"], swiftSettings: fast),
        .testTarget(
            name: "FetchTests",
            dependencies: [
                "Fetch", "Subsonic", "Library", "Catalog", "Music", "System", "Text", "Waiting", "Web", "Workers", "Yardstick",
                "COpenSSL",
            ],
            swiftSettings: tests),
        .testTarget(
            name: "SessionTests", dependencies: ["Session", "Music", "Text", "Yardstick"], exclude: ["Traces", "Vectors"],
            swiftSettings: tests
        ),
        .testTarget(
            name: "LiveTests", dependencies: ["Live", "Music", "Session", "System", "Waiting", "Yardstick"], swiftSettings: tests),
        .testTarget(
            name: "WebTests", dependencies: ["Waiting", "Web", "System", "Yardstick", "CLinux", "COpenSSL"], swiftSettings: tests),
        .testTarget(
            name: "AppTests",
            dependencies: [
                "App", "API", "Rooms", "Library", "Live", "Worker", "Workers", "Guardian", "Clicks", "Decode", "Demo", "Catalog",
                "Music",
                "Session", "System", "Text", "Waiting", "Web", "Yardstick", "CLinux", "CSQLite",
            ],
            swiftSettings: tests),
        // What broadcasting is measured with: the least that a program can do.
        .target(name: "CBroadcast", path: "Tests/Broadcast"),
        .executableTarget(
            name: "downbeat-bench",
            dependencies: [
                "Music", "Signal", "System", "Analysis", "Decode", "Catalog", "Session", "Web", "Yardstick", "CBroadcast",
                "CLinux",
            ],
            path: "Tests/Benchmarks", swiftSettings: house),
    ],
    cxxLanguageStandard: .cxx17
)
