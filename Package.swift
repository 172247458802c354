// swift-tools-version: 6.2
import PackageDescription

let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "downbeat",
    products: [
        .executable(name: "downbeat", targets: ["App"])
    ],
    targets: [
        // 0 the rock
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CZlib"),
        // 3 the rooms
        .target(name: "Web", dependencies: ["CLinux", "CZlib"], swiftSettings: house),
        // 4 the door
        .executableTarget(name: "App", dependencies: ["Web"], swiftSettings: house),

        .testTarget(name: "WebTests", dependencies: ["Web", "CLinux"], swiftSettings: house),
        .testTarget(name: "AppTests", dependencies: ["App", "Web"], swiftSettings: house),
        .executableTarget(
            name: "downbeat-bench", dependencies: ["Web", "CLinux"], path: "Tests/Benchmarks", swiftSettings: house),
    ]
)
