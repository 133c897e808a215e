import CommandLineSyntax
import Testing

@Suite struct HelpPageTests {
    @Test func `the tool's page lists its verbs`() throws {
        #expect(
            try SampleTable.parser.helpPage(for: []) == """
                tool: keep and play things

                usage: tool [OPTION]... VERB [...]

                The first verb to try is record.

                verbs:
                  record                keep what passes
                  exec                  run a command
                  tape                  look after tapes
                  version               say which one this is
                  completions           write a completion script
                  help                  show the page of a verb

                options:
                  -q, --quiet           say nothing
                  -h, --help            show this page

                "tool help VERB" shows the page of a verb.

                """)
    }

    @Test func `a verb's page shows all that the parser takes`() throws {
        #expect(
            try SampleTable.parser.helpPage(for: ["record"]) == """
                tool record: keep what passes

                usage: tool record [OPTION]... TAPE [-- COMMAND...]

                Keeps what passes between the two ends in a file, until it is stopped or the
                command that follows the dashes ends.

                Example:
                  tool record --listen 127.0.0.1:80 out.tape -- curl it's

                arguments:
                  TAPE                  the file to write
                  COMMAND               run this meanwhile

                options:
                  -l, --listen HOST:PORT
                                        where to listen (default: 127.0.0.1:8899)
                      --connect-to RULE
                                        go to another place than the one asked for, as curl's
                                        option of that name does (may be repeated)
                      --no-tape         keep nothing
                      --format FORMAT   how to report: text, json, junit
                      --rules FILE      more rules
                  -q, --quiet           say nothing
                  -h, --help            show this page

                """)
    }

    @Test(arguments: [
        (["exec"], "usage: tool exec [OPTION]... -- COMMAND..."),
        (["tape"], "usage: tool tape [OPTION]... VERB [...]"),
        (["tape", "show"], "usage: tool tape show [OPTION]... TAPE [EXCHANGE]"),
        (["tape", "join"], "usage: tool tape join [OPTION]... TAPE..."),
        (["help"], "usage: tool help [OPTION]... [VERB...]"),
    ])
    func `usage shows what may be left out and what may be repeated`(_ path: [String], _ usage: String) throws {
        #expect(try SampleTable.parser.helpPage(for: path).split(separator: "\n").contains(Substring(usage)))
    }

    @Test func `no line of any page is wider than 80 columns`() throws {
        for path in [[], ["record"], ["exec"], ["tape"], ["tape", "show"], ["completions"], ["help"]] {
            for line in try SampleTable.parser.helpPage(for: path).split(separator: "\n") {
                #expect(line.count <= 80)
                #expect(line.last != " ")
            }
        }
    }

    @Test func `help of a verb that is not there says which is near`() {
        let error = #expect(throws: UsageError.self) { try SampleTable.parser.helpPage(for: ["tape", "jion"]) }
        #expect(error?.sentence == "tool tape has no verb \"jion\"; did you mean \"join\"?")
    }
}
