/// Completions for fish.
struct FishCompletion {
    let tool: String
    let places: [Place]

    var script: String {
        let lines = places.flatMap { place in
            place.verb.subverbs.map { line(place, "-f -a \($0.name) -d \($0.summary.fishQuoted)") }
                + (place.choices.isEmpty
                    ? [] : [line(place, "-f -a \(place.choices.joined(separator: " ").fishQuoted)")])
                + (place.takesFile ? [line(place, "-F")] : [])
                + place.options.map { line(place, flags($0)) }
        }
        return """
            # fish completion for \(tool)
            function __\(tool)_place
                set -l place \(tool)
                for word in (commandline -opc)[2..-1]
                    switch "$place $word"
                        case \(places.dropFirst().map(\.path.fishQuoted).joined(separator: " "))
                            set place "$place $word"
                    end
                end
                echo $place
            end
            complete -c \(tool) -f
            \(lines.joined(separator: "\n"))

            """
    }

    private func line(_ place: Place, _ rest: String) -> String {
        let condition = "test (__\(tool)_place) = \"\(place.path)\""
        return "complete -c \(tool) -n \(condition.fishQuoted) \(rest)"
    }

    private func flags(_ option: Option) -> String {
        let names = "-l \(option.name)" + (option.short.map { " -s \($0)" } ?? "")
        let value =
            switch option.value {
            case nil: ""
            case .text: " -x"
            case .file: " -r -F"
            case .choice(_, let words): " -x -a \(words.joined(separator: " ").fishQuoted)"
            }
        return names + value + " -d \(option.help.fishQuoted)"
    }
}
