import CLinux
import Foundation
import Glibc
import Library
import Music
import System
import Workers

/// The files that `downbeat analyze` writes besides its report, and their paths.
struct AnalyzeOutputs: Sendable {
    private let options: AnalyzeOptions

    /// Throws if several tracks would be written to one file, if a result would take the place of music, or if there is no result to
    /// write.
    init(_ options: AnalyzeOptions) throws(Failure) {
        self.options = options
        let targets = Kind.allCases.compactMap { kind in options.target(of: kind).map { (kind, $0) } }
        guard options.live || options.delay == nil else { throw .usage("--delay needs --live") }
        if options.live {
            guard options.files.count == 1 else { throw .usage("--live takes one file") }
            if let (kind, _) = targets.first { throw .usage("--live writes no files, so --\(kind) cannot be met") }
        }
        for (kind, target) in targets where options.files.count > 1 {
            guard Self.isFolder(target) else {
                throw .usage("--\(kind) must be an existing folder, to hold the results of several files")
            }
            var takers: [String: String] = [:]
            for file in options.files {
                guard let other = takers.updateValue(file, forKey: Self.path(target, file, kind)) else { continue }
                throw .usage("\(other) and \(file) would be written to the same file in \(target); analyze them separately")
            }
        }
        for file in options.files {
            for (kind, target) in targets {
                let path = Self.path(target, file, kind)
                if options.files.contains(where: { Self.isSame($0, path) }) || Self.isOtherMusic(path, isClick: kind == .click) {
                    throw .usage("--\(kind) would replace the music in \(path); choose another name or folder")
                }
                if kind == .waveform, !path.hasSuffix(".dat"), !path.hasSuffix(".json") {
                    throw .usage("--waveform writes files that end with .dat or .json, not \(path)")
                }
            }
        }
    }

    /// What a file holds; the option that asks for it has the same name.
    enum Kind: CaseIterable {
        case out, waveform, beats, click

        /// How such a file ends in a folder.
        fileprivate var ending: String {
            switch self {
            case .out: "downbeat"
            case .waveform: "dat"
            case .beats: "beats"
            case .click: "click.wav"
            }
        }
    }

    /// Whether both names lead to one file.
    private static func isSame(_ first: String, _ second: String) -> Bool {
        var (one, other) = (stat(), stat())
        return stat(first, &one) == 0 && stat(second, &other) == 0 && one.st_dev == other.st_dev && one.st_ino == other.st_ino
    }

    /// Whether a file is music by its name. A WAV file may be the click of an earlier analysis.
    private static func isOtherMusic(_ path: String, isClick: Bool) -> Bool {
        guard access(path, F_OK) == 0, !(isClick && path.lowercased().hasSuffix(".wav")) else { return false }
        return MusicNames.isMusic(Array(path.utf8)[...])
    }

    /// The folder for unnamed files that hold results until they are complete.
    var scratchFolder: String { FileManager.default.temporaryDirectory.path }

    func click(of file: String) -> String? {
        path(of: .click, file)
    }

    /// Writes the requested files of one track, from its analysis and its analysis file.
    func write(_ analysis: TrackAnalysis, _ output: WorkerFile, of file: String) throws {
        if let path = path(of: .out, file) { try NewFile.write(copyOf: output.raw, to: path) }
        if let path = path(of: .waveform, file) { try writeWaveform(analysis.waveform, to: path) }
        if let path = path(of: .beats, file) { try NewFile.write(Array(BeatsText.text(of: analysis.foundGrid).utf8), to: path) }
    }

    private func path(of kind: Kind, _ file: String) -> String? {
        options.target(of: kind).map { Self.path($0, file, kind) }
    }

    private func writeWaveform(_ waveform: WaveformView, to path: String) throws {
        let pixels = WaveformPixels(of: waveform, samplesPerPixel: waveform.levels[0].samplesPerPoint)
        try NewFile.write(path.hasSuffix(".json") ? pixels.json(.eightBits) : pixels.binary(.two, .eightBits), to: path)
    }

    /// The target, or, if that is a folder, a file in it that is named after the track.
    private static func path(_ target: String, _ file: String, _ kind: Kind) -> String {
        guard isFolder(target) else { return target }
        let name = file == "-" ? "standard-input" : URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
        return "\(target)/\(name).\(kind.ending)"
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}

extension AnalyzeOptions {
    /// The file or folder that is named for one kind of result.
    fileprivate func target(of kind: AnalyzeOutputs.Kind) -> String? {
        switch kind {
        case .out: analysis
        case .waveform: waveform
        case .beats: beats
        case .click: click
        }
    }
}
