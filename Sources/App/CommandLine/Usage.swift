import Library

/// The texts that the program prints about itself.
enum Usage {
    static var help: String {
        """
        downbeat shows the beat of your music on every screen of the house, at the same moment.

        Usage: downbeat [serve] [OPTION VALUE]... [MUSIC_FOLDER]...
               downbeat library status|scan|analyze|gc|restore [OPTION VALUE]... [PATH]...
               downbeat analyze [OPTION VALUE]... FILE...
               downbeat open                                       open the page as its owner
               downbeat link [--role ROLE] [--room ROOM] [--code]   a link for others, while the server runs
               downbeat settings export|import [FILE]   carry what people entered to another server
               downbeat inputs                          list what this machine can hear, for --input
               downbeat clients [--force] [FOLDER]      copy the programs for lights and scripts to a folder
               downbeat health [OPTION VALUE]...        ask the server with these options whether it works

        Without a music folder, the server uses those of its last start. If there never were any, a demo
        plays; an empty folder serves no music at all.

        Each option is also an environment variable, which the command line overrides. Started in the
        environment of a music server's companion (MUSIC_DIR, NAVIDROME_URL and others), it takes its place.


        """ + list(Options.rules) + """

              --print-config    show every setting and where it comes from, and stop
              --version         show the version and stop
              --help            show this and stop; each other command has its own

            Exit codes: 64 for a mistake on the command line,
            69 when a port, an address or a folder is not available.

            """
    }

    static var analyzeHelp: String {
        """
        downbeat analyze finds the beats, the loudness and more of audio files, and prints one line of JSON for each.

        Usage: downbeat analyze [OPTION VALUE]... FILE...

        A FILE of - is the standard input, which --live hears as it comes. All results but the JSON go to the file that
        an option names, or, under the track's own name, into an existing folder; several tracks need a folder. A result
        never takes the place of music. Each option is also an environment variable, which the command line overrides.


        """ + list(AnalyzeOptions.rules) + """

              --help            show this and stop
              --                all words after it are files, even if they begin with --

            Exit codes: 1 when a file could not be analyzed; the others still are. 64 for a mistake on the command line.

            """
    }

    static var clientsHelp: String {
        """
        downbeat clients copies the programs for lights and scripts into a folder: beats in a terminal, WLED, OSC, MIDI clock, and
        the clients for programs of your own, downbeat.py and downbeat.mjs.

        Usage: downbeat clients [--force] [--public DIR] [FOLDER]

        Without a FOLDER they go into the current one. A file that differs is kept.

              --force           replace files that differ
              --public DIR      folder of the page (default: the Public folder beside the program)
              --help            show this and stop

            Exit codes: 1 when a file was kept, 64 for a mistake on the command line, 69 when a folder cannot be used.

        """
    }

    static var libraryHelp: String {
        """
        downbeat library maintains the catalog of your music. While a server uses the data folder, status shows what it knows, and analyze
        has it do the work; the rest needs the folder for itself.

        Usage: downbeat library status                       show what it holds
               downbeat library scan [MUSIC_FOLDER]...       bring the catalog up to date
               downbeat library analyze [PATH]...            analyze tracks ahead, all or those below the paths
               downbeat library gc                           forget missing tracks, and free their space
               downbeat library restore [COPY]               restore a copy of the catalog; without COPY list them

        Options of analyze:
        \(wishes)
        It can be stopped at any time, and goes on where it was when it is given again. A server goes on by itself.


        """ + list(LibraryOptions.rules) + """

              --help            show this and stop

            Exit codes: 1 when a track could not be analyzed; each is named with the reason. 64 for a mistake on the command line,
            69 when the data folder or its server cannot be used.

            """
    }

    private static var wishes: String {
        AnalysisWish.rules.map { rule in
            let usage = "  \(rule.usage)"
            return usage + String(repeating: " ", count: max(20 - usage.count, 2)) + rule.help
        }.joined(separator: "\n") + "\n"
    }

    static var inputsHelp: String {
        """
        downbeat inputs lists the sound servers and sound cards of this machine that can be live inputs, as --input takes them,
        each with the name that people know. NAME is yours to choose.

        Usage: downbeat inputs

        """
    }

    static var openHelp: String {
        """
        downbeat open opens the page of the running server in your browser, as its owner. Without a desktop it prints the link.

        Usage: downbeat open [--data DIR]


        """ + list(OpenOptions.rules) + """

              --help            show this and stop

            It reads the control key in the data folder. If another user runs the server, as with Debian's package, run it with sudo.

            """
    }

    static var linkHelp: String {
        """
        downbeat link has the running server make a link that gives whoever opens it a role, and prints it with its QR code.

        Usage: downbeat link [OPTION VALUE]...


        """ + list(LinkOptions.rules) + """

              --help            show this and stop

            Exit codes: 69 when no server uses the data folder, or it does not respond.

            """
    }

    static var settingsHelp: String {
        """
        downbeat settings has the running server write what people entered into one file, or take it over from one: corrections of beats,
        markers, playlists, songs, set lists, practice, looks, favourites, kept albums, plays, rooms, screens and sounds of the
        metronome.
        The file contains no secrets and no music.

        Usage: downbeat settings export [FILE]               write the file; without FILE print it
               downbeat settings import FILE [--dry-run]     take it over; with --dry-run only tell what would change

        What is newer wins. What is the same, and what somebody set here in a room, stays. Importing a file again changes nothing.


        """ + list(LinkOptions.rules.filter { $0.name == "data" }) + """

              --dry-run         change nothing
              --help            show this and stop

            Exit codes: 1 when something could not be taken over, 69 when no server uses the data folder, or it refuses the file.

            """
    }

    static func configuration(_ options: Options, sources: [String: String]) -> String {
        Options.rules.map { rule in
            "\(rule.name) = \(rule.show(options))  # \(sources[rule.name] ?? "default")\n"
        }.joined()
    }

    private static func list<Settings>(_ rules: [OptionRule<Settings>]) -> String {
        rules.map { "  \($0.usage)  (\($0.environmentName))\n        \($0.help)\n" }.joined()
    }
}
