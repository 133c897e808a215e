/// Completions for bash 3.2 and later. Where the function gives nothing, readline offers files (`-o default`): it knows
/// better than a list of words how to treat spaces and tildes.
struct BashCompletion {
    let tool: String
    let places: [Place]

    var script: String {
        """
        # bash completion for \(tool)
        _\(tool)() {
            local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
            local place=\(tool) index word
            COMPREPLY=()
            for ((index = 1; index < COMP_CWORD; index++)); do
                word="${COMP_WORDS[index]}"
                if [ "$word" = -- ]; then return; fi
                case "$place $word" in
        \(steps)
                esac
            done
            case "$place $previous" in
        \(values)
            esac
            case "$place" in
        \(words)
            esac
        }
        complete -o default -F _\(tool) \(tool)

        """
    }

    private var steps: String {
        places.dropFirst().map { "            \($0.path.shellQuoted)) place=\($0.path.shellQuoted) ;;" }
            .joined(separator: "\n")
    }

    private var values: String {
        places.flatMap { place in
            place.options.compactMap { option -> String? in
                guard let kind = option.value else { return nil }
                let patterns = Place.forms(option).map { "\(place.path) \($0)".shellQuoted }.joined(separator: " | ")
                return "        \(patterns)) \(reply(kind))return ;;"
            }
        }.joined(separator: "\n")
    }

    private func reply(_ kind: ArgumentKind) -> String {
        if case .choice(_, let words) = kind { "COMPREPLY=(\(generate(words))); " } else { "" }
    }

    private var words: String {
        places.map { place in
            let words = place.verb.subverbs.map(\.name) + place.choices + place.options.map { "--\($0.name)" }
            let reply = "COMPREPLY=(\(generate(words)))"
            let guarded = place.takesFile ? "case \"$current\" in -*) \(reply) ;; esac" : reply
            return "        \(place.path.shellQuoted)) \(guarded) ;;"
        }.joined(separator: "\n")
    }

    private func generate(_ words: [String]) -> String {
        "$(compgen -W \(words.joined(separator: " ").shellQuoted) -- \"$current\")"
    }
}
