package import SDKContracts

/// MK-132: Does an outstream video start muted, and do unmute and mute alternate?
package struct OutstreamStartsLoud: Rule {
    package static let description = RuleDescription(
        code: "MK-132", slug: "outstream-starts-loud", family: .events, severity: .p2,
        clause: Clause("§3.4", "Autoplay mudo", derivation: "the first change of a muted video is unmute"),
        question: "Does an outstream video start muted, and do unmute and mute alternate?",
        explanation: RuleExplanation(
            what: """
                Of an ad whose token is outstream, by formats.tokens or the mark token_format, the first of unmute and \
                mute after the start is unmute, and the two alternate; what comes before the start is MK-137. An \
                event that is told to several parties counts once.
                """,
            why: "A video in the middle of an article must not speak unasked.",
            evidenceNeeded: "A VAST answer of an outstream token, and its mute or unmute pixels.",
            example: "start, then mute: fail."))

    private struct Sound {
        var isMuted = true
        /// The lines that were told of this state.
        var told: Set<VideoEvent.Origin?> = []
    }

    private var log = RuleLog()
    private var sounds = RecentAds<VideoAd.Key, Sound>()
    private var unnamed = 0

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard let event = evidence.videoEvent else { return }
        let key = event.ad.key
        if event.name == "start", sounds[key] == nil {
            if event.ad.format == nil { unnamed += 1 }
            sounds[key] = Sound()
        }
        guard event.ad.format == .outstream, event.name == "mute" || event.name == "unmute",
            var sound = sounds[key] ?? (event.ad.tellsStart ? nil : Sound())
        else { return }
        let isMute = event.name == "mute"
        log.judged += 1
        if isMute != sound.isMuted {
            sound = Sound(isMuted: isMute, told: [event.origin])
        } else if !sound.told.isEmpty, sound.told.insert(event.origin).inserted {
            // The same change, told to another party.
        } else {
            let saw = sound.told.isEmpty ? "mute, before any unmute" : "\(event.name), twice in a row"
            log.findings.append(
                Finding(
                    Self.description, at: sighting, saw: .words(saw), cause: .sdkSent,
                    message: sound.told.isEmpty
                        ? "the outstream ad of #\(key.root) is muted though it starts muted"
                        : "\(event.name) of #\(key.root) is reported again without a change",
                    toDo: "start outstream muted, and report a change of the sound once"))
            sound.told.insert(event.origin)
        }
        sounds[key] = sound
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.outstreamVerdict(
            "changes of sound in outstream ads",
            wouldShow: "an outstream ad whose mute or unmute pixel was fired would show it", unnamed: unnamed)
    }
}
