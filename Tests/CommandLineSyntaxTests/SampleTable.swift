import CommandLineSyntax

/// A small tool whose table uses every form.
enum SampleTable {
    static let tool = Verb(
        "tool", "keep and play things",
        discussion: "The first verb to try is record.",
        options: [Option("quiet", short: "q", help: "say nothing")],
        subverbs: [
            Verb(
                "record", "keep what passes",
                discussion: """
                    Keeps what passes between the two ends in a file, until it is stopped or the command that \
                    follows the dashes ends.

                    Example:
                      tool record --listen 127.0.0.1:80 out.tape -- curl it's
                    """,
                options: [
                    Option(
                        "listen", short: "l", .text("HOST:PORT"), help: "where to listen", defaultText: "127.0.0.1:8899"
                    ),
                    Option(
                        "connect-to", .text("RULE"), isRepeatable: true,
                        help: "go to another place than the one asked for, as curl's option of that name does"),
                    Option("no-tape", help: "keep nothing"),
                    Option("format", .choice("FORMAT", ["text", "json", "junit"]), help: "how to report"),
                    Option("rules", .file("FILE"), help: "more rules"),
                ],
                positionals: [Positional(.file("TAPE"), help: "the file to write")],
                passthrough: Passthrough("COMMAND", help: "run this meanwhile")),
            Verb(
                "exec", "run a command",
                passthrough: Passthrough("COMMAND", isRequired: true, help: "the command")),
            Verb(
                "tape", "look after tapes",
                subverbs: [
                    Verb(
                        "show", "print one",
                        positionals: [
                            Positional(.file("TAPE"), help: "the tape"),
                            Positional(.text("EXCHANGE"), .zeroOrOne, help: "only this one"),
                        ]),
                    Verb(
                        "join", "make one of many", positionals: [Positional(.file("TAPE"), .oneOrMore, help: "them")]),
                    Verb("list", "name all", positionals: [Positional(.file("FOLDER"), .zeroOrMore, help: "where")]),
                ]),
            Verb("version", "say which one this is"),
            Verb(
                "completions", "write a completion script",
                positionals: [Positional(.choice("SHELL", ["bash", "zsh", "fish"]), help: "the shell")]),
        ])

    static let parser = CommandLineParser(tool: tool)
}
