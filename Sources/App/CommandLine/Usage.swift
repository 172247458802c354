/// What the program prints about itself.
enum Usage {
    static var help: String {
        """
        downbeat shows the beat of your music on every screen of the house, at the same moment.

        Usage: downbeat [serve] [OPTION VALUE]...
               downbeat analyze [OPTION VALUE]... FILE...

        Each option is also an environment variable; the command line counts more.


        """ + list(Options.rules) + """

              --print-config    show every setting and where it comes from, and stop
              --version         show the version and stop
              --help            show this and stop; downbeat analyze --help tells of that command

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

    static func configuration(_ options: Options, sources: [String: String]) -> String {
        Options.rules.map { rule in
            "\(rule.name) = \(rule.show(options))  # \(sources[rule.name] ?? "default")\n"
        }.joined()
    }

    private static func list<Settings>(_ rules: [OptionRule<Settings>]) -> String {
        rules.map { "  --\($0.name) \($0.argument)  (\($0.environmentName))\n        \($0.help)\n" }.joined()
    }
}
