import CommandLineSyntax
import Testing

private func parse(_ line: String) throws(UsageError) -> ParsedCommand {
    try SampleTable.parser.parse(line.split(separator: " ").map(String.init))
}

private let wordings: [(String, UsageError.Code, String)] = [
    ("", .missingVerb, "tool needs a verb: record, exec, tape, version, completions, help"),
    ("-q", .missingVerb, "tool needs a verb: record, exec, tape, version, completions, help"),
    ("tape", .missingVerb, "tool tape needs a verb: show, join, list"),
    ("recrod x", .unknownVerb, "tool has no verb \"recrod\"; did you mean \"record\"?"),
    ("frobnicate", .unknownVerb, "tool has no verb \"frobnicate\""),
    ("tape shwo x", .unknownVerb, "tool tape has no verb \"shwo\"; did you mean \"show\"?"),
    ("re\u{1B}[31m", .unknownVerb, "tool has no verb \"re\\u{1b}[31m\""),
    ("record --lisen x", .unknownOption, "tool record has no option \"--lisen\"; did you mean --listen?"),
    ("record --connectto=x", .unknownOption, "tool record has no option \"--connectto\"; did you mean --connect-to?"),
    ("--listen x record", .unknownOption, "tool has no option \"--listen\""),
    ("record -x", .unknownOption, "tool record has no option \"-x\""),
    ("record -ql", .unknownOption, "tool record has no option \"-ql\""),
    ("record x --listen", .missingValue, "--listen needs a value: --listen HOST:PORT"),
    ("record -l --no-tape x", .missingValue, "-l needs a value: -l HOST:PORT"),
    ("record --no-tape=yes x", .unexpectedValue, "--no-tape takes no value, yet \"yes\" was given"),
    ("record --listen a -l b x", .repeatedOption, "-l may be given once, yet it was given again"),
    (
        "record --format jsno x", .unknownChoice,
        "--format is one of text, json, junit, yet \"jsno\" was given; did you mean \"json\"?"
    ),
    ("record", .missingPositional, "tool record needs TAPE"),
    ("tape join", .missingPositional, "tool tape join needs TAPE"),
    ("record a b", .unexpectedPositional, "tool record takes no more than 1, yet \"b\" was given"),
    ("tape show a b c", .unexpectedPositional, "tool tape show takes no more than 2, yet \"c\" was given"),
    ("exec a", .unexpectedPositional, "tool exec takes no argument, yet \"a\" was given"),
    ("exec", .missingPassthrough, "tool exec needs COMMAND after \"--\""),
    (
        "completions fihs", .unknownChoice,
        "SHELL is one of bash, zsh, fish, yet \"fihs\" was given; did you mean \"fish\"?"
    ),
]

@Suite struct CommandLineParserTests {
    @Test(arguments: wordings)
    func `a usage error says what was typed and what fits`(_ line: String, _ code: UsageError.Code, _ sentence: String)
    {
        let error = #expect(throws: UsageError.self) { try parse(line) }
        #expect(error?.code == code)
        #expect(error?.sentence == sentence)
    }

    @Test func `a usage error names the page to read`() {
        #expect(#expect(throws: UsageError.self) { try parse("tape show") }?.helpCommand == "tool help tape show")
        #expect(#expect(throws: UsageError.self) { try parse("") }?.helpCommand == "tool help")
    }

    @Test(arguments: [
        "record --listen h:1 --no-tape out.tape -- curl --listen x",
        "record out.tape --no-tape -l h:1 -- curl --listen x",
        "record --listen=h:1 out.tape --no-tape -- curl --listen x",
    ])
    func `options stand in any order and form`(_ line: String) throws {
        let command = try parse(line)
        #expect(command.path == ["record"])
        #expect(command.positionals == ["out.tape"])
        #expect(command.value("listen") == "h:1")
        #expect(command.flag("no-tape"))
        #expect(!command.flag("quiet"))
        #expect(command.value("format") == nil)
        #expect(command.values("connect-to") == [])
        #expect(command.passthrough == ["curl", "--listen", "x"])
    }

    @Test func `repeatable options keep their order`() throws {
        let command = try parse("record --connect-to a::b: --connect-to=c=d x")
        #expect(command.values("connect-to") == ["a::b:", "c=d"])
    }

    @Test func `a value may be empty, a dash, or begin with one`() throws {
        #expect(try parse("record --listen= x").value("listen") == "")
        #expect(try parse("record --listen=--x x").value("listen") == "--x")
        #expect(try parse("record --listen -1 x").value("listen") == "-1")
        #expect(try parse("record -").positionals == ["-"])
    }

    @Test func `options of the tool are taken before and after the verb`() throws {
        #expect(try parse("-q record x").flag("quiet"))
        #expect(try parse("tape show --quiet x").flag("quiet"))
    }

    @Test func `positionals fill their places`() throws {
        #expect(try parse("tape show a").positionals == ["a"])
        #expect(try parse("tape show a 3").positionals == ["a", "3"])
        #expect(try parse("tape join a b c").positionals == ["a", "b", "c"])
        #expect(try parse("tape list").positionals == [])
        #expect(try parse("tape list").path == ["tape", "list"])
    }

    @Test func `two dashes end the options where nothing is passed through`() throws {
        #expect(try parse("tape join -- --a -b --").positionals == ["--a", "-b", "--"])
        #expect(try parse("exec -- --").passthrough == ["--"])
    }

    @Test(arguments: [
        ("help", []), ("--help", []), ("-h", []), ("help tape show", ["tape", "show"]),
        ("tape show --help", ["tape", "show"]), ("record -h", ["record"]), ("record --help --no-tape", ["record"]),
        ("tape -h", ["tape"]),
    ])
    func `every way to ask for help leads to the verb help`(_ line: String, _ path: [String]) throws {
        let command = try parse(line)
        #expect(command.path == ["help"])
        #expect(command.positionals == path)
    }

    @Test func `the flag for the version is a verb, and only in its place`() throws {
        #expect(try parse("--version").verb == "version")
        #expect(try parse("-q --version").flag("quiet"))
        #expect(throws: UsageError.self) { try parse("record --version x") }
        #expect(try parse("tape list").verb == "tape list")
    }

    @Test func `help after the dashes belongs to the command`() throws {
        #expect(try parse("exec -- x --help").path == ["exec"])
    }

    @Test func `a question for a name the table lacks stops the program`() async {
        await #expect(processExitsWith: .failure) { _ = try parse("record x").flag("no-tap") }
        await #expect(processExitsWith: .failure) { _ = try parse("record x").value("no-tape") }
        await #expect(processExitsWith: .failure) { _ = try parse("record x").value("connect-to") }
    }

    @Test func `a table with two names alike stops the program`() async {
        await #expect(processExitsWith: .failure) {
            _ = CommandLineParser(tool: Verb("t", "", options: [Option("help", help: "")]))
        }
        await #expect(processExitsWith: .failure) {
            _ = CommandLineParser(tool: Verb("t", "", subverbs: [Verb("a", ""), Verb("a", "")]))
        }
    }
}
