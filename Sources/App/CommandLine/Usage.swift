import Library

/// What the program prints about itself.
enum Usage {
    static var help: String {
        """
        downbeat shows the beat of your music on every screen of the house, at the same moment.

        Usage: downbeat [serve] [OPTION VALUE]... [MUSIC_FOLDER]...
               downbeat library status|scan|analyze|gc|restore [OPTION VALUE]... [PATH]...
               downbeat analyze [OPTION VALUE]... FILE...
               downbeat health [OPTION VALUE]...        ask the server with these options whether it is well

        Without a music folder, those of the last time are served. As long as there were none, a demo
        plays; an empty folder serves no music at all.

        Each option is also an environment variable; the command line counts more.


        """ + list(Options.rules) + """

              --print-config    show every setting and where it comes from, and stop
              --version         show the version and stop
              --help            show this and stop; library --help and analyze --help tell of those commands

            Exit codes: 64 for a mistake on the command line,
            69 when a port, an address or a folder is not to be had.

            """
    }

    static var analyzeHelp: String {
        """
        downbeat analyze finds the beats, the loudness and more of audio files, and prints one line of JSON for each.

        Usage: downbeat analyze [OPTION VALUE]... FILE...

        A FILE of - is the standard input. What is written beside the JSON goes into the file that is named, or under
        the track's own name into a folder that is there already, as many tracks need. Each option is also an
        environment variable; the command line counts more.


        """ + list(AnalyzeOptions.rules) + """

              --help            show this and stop
              --                what follows are files, even where they begin with --

            Exit codes: 1 when a file could not be analyzed; the others still are. 64 for a mistake on the command line.

            """
    }

    static var libraryHelp: String {
        """
        downbeat library looks after what the server knows of your music, while no server uses the same data folder.

        Usage: downbeat library status                       what there is; also while a server runs
               downbeat library scan [MUSIC_FOLDER]...       bring the catalog up to date
               downbeat library analyze [MODE] [PATH]...     analyze tracks, all or those below the paths
               downbeat library gc                           forget what is missing, and tidy up
               downbeat library restore [COPY]               put a copy of the catalog back; without COPY list them

        Modes of analyze; each can be stopped at any time and goes on where it was:
              --missing         what was not analyzed yet (default)
              --force           all of it again
              --profiles        keep only the numbers, and no files for screens
              --frames          also make the files again that screens need and that had to go


        """ + list(LibraryOptions.rules) + """

              --help            show this and stop

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
