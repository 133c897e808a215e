/// Completions for zsh.
struct ZshCompletion {
    let tool: String
    let places: [Place]

    var script: String {
        """
        #compdef \(tool)
        _\(tool)() {
            local previous="${words[CURRENT-1]}" place=\(tool) word
            local -a candidates
            for word in "${(@)words[2,CURRENT-1]}"; do
                if [[ "$word" == -- ]]; then
                    _files
                    return
                fi
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
        # Called by the completion system from a folder of functions, or read by a start-up file.
        if [[ "${funcstack[1]}" == _\(tool) ]]; then _\(tool) "$@"; else compdef _\(tool) \(tool); fi

        """
    }

    private var steps: String {
        places.dropFirst().map { "            (\($0.path.shellQuoted)) place=\($0.path.shellQuoted) ;;" }
            .joined(separator: "\n")
    }

    private var values: String {
        places.flatMap { place in
            place.options.compactMap { option -> String? in
                guard let kind = option.value else { return nil }
                let patterns = Place.forms(option).map { "\(place.path) \($0)".shellQuoted }.joined(separator: " | ")
                return "        (\(patterns)) \(offer(kind)); return ;;"
            }
        }.joined(separator: "\n")
    }

    private func offer(_ kind: ArgumentKind) -> String {
        switch kind {
        case .text(let placeholder): "_message \(placeholder.shellQuoted)"
        case .file: "_files"
        case .choice(_, let words): "compadd -- " + words.map(\.shellQuoted).joined(separator: " ")
        }
    }

    private var words: String {
        places.map { place in
            let candidates =
                place.verb.subverbs.map { described($0.name, $0.summary) } + place.choices.map(\.shellQuoted)
                + place.options.map { described("--\($0.name)", $0.help) }
            let files = place.takesFile ? "; _files" : ""
            return """
                        (\(place.path.shellQuoted))
                            candidates=(\(candidates.joined(separator: " ")))
                            _describe \(place.path.shellQuoted) candidates\(files) ;;
                """
        }.joined(separator: "\n")
    }

    /// A colon parts a word from its description.
    private func described(_ word: String, _ text: String) -> String { "\(word):\(text)".shellQuoted }
}
