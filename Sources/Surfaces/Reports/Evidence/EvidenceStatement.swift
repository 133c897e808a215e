import JSONText

/// What a signer says of a report: its digest, the tapes it is about, and what made it.
///
/// The statement is a file of its own, and the signature is of that file's bytes as they are; `openssl pkeyutl -verify`
/// checks it too.
package struct EvidenceStatement: Sendable, Hashable {
    package static let format = "fita.evidence/1"

    package struct Tape: Sendable, Hashable {
        package var file: String
        package var root: String
        package var leaves: Int

        package init(file: String, root: String, leaves: Int) {
            self.file = file
            self.root = root
            self.leaves = leaves
        }
    }

    /// How the report was asked for: enough to make it again.
    package struct Recipe: Sendable, Hashable {
        package var format: String
        package var language: String
        package var reveals: Bool
        /// Marks that the operator gave, in their order.
        package var marks: [String]
        package var configurationDigest: String

        package init(format: String, language: String, reveals: Bool, marks: [String], configurationDigest: String) {
            self.format = format
            self.language = language
            self.reveals = reveals
            self.marks = marks
            self.configurationDigest = configurationDigest
        }
    }

    /// `fita/x.y.z`.
    package var tool: String
    package var reportFile: String
    package var reportSize: Int
    /// SHA-256, hexadecimal.
    package var reportDigest: String
    package var recipe: Recipe
    package var tapes: [Tape]
    /// The 32 bytes of the signer's Ed25519 key, hexadecimal.
    package var publicKey: String

    package init(
        tool: String, reportFile: String, reportSize: Int, reportDigest: String, recipe: Recipe, tapes: [Tape],
        publicKey: String
    ) {
        self.tool = tool
        self.reportFile = reportFile
        self.reportSize = reportSize
        self.reportDigest = reportDigest
        self.recipe = recipe
        self.tapes = tapes
        self.publicKey = publicKey
    }

    package var bytes: [UInt8] {
        var writer = JSONWriter(layout: .indented)
        writer.object { writer in
            writer.field("format", Self.format)
            writer.field("tool", tool)
            writer.field("report") { writer in
                writer.object { writer in
                    writer.field("file", reportFile)
                    writer.field("size", reportSize)
                    writer.field("sha256", reportDigest)
                }
            }
            writer.field("made_with") { writer in
                writer.object { writer in
                    writer.field("format", recipe.format)
                    writer.field("lang", recipe.language)
                    writer.field("reveal", recipe.reveals)
                    writer.field("marks", recipe.marks)
                    writer.field("configuration_sha256", recipe.configurationDigest)
                }
            }
            writer.field("tapes", each: tapes) { writer, tape in
                writer.object { writer in
                    writer.field("file", tape.file)
                    writer.field("root_sha256", tape.root)
                    writer.field("leaves", tape.leaves)
                }
            }
            writer.field("public_key_ed25519", publicKey)
        }
        return writer.bytes + [0x0A]
    }

    /// Nil where the bytes are no statement of this format.
    package init?(_ bytes: [UInt8]) {
        guard let root = (try? JSONParser().parse(bytes))?.root, root["format"]?.string == Self.format,
            let tool = root["tool"]?.string, let report = root["report"], let made = root["made_with"],
            let file = report["file"]?.string, let size = report["size"]?.integer,
            let digest = report["sha256"]?.string, let format = made["format"]?.string,
            let language = made["lang"]?.string, let reveals = made["reveal"]?.boolean,
            let configuration = made["configuration_sha256"]?.string, let tapes = root["tapes"],
            let publicKey = root["public_key_ed25519"]?.string
        else { return nil }
        self.tool = tool
        reportFile = file
        reportSize = Int(size)
        reportDigest = digest
        recipe = Recipe(
            format: format, language: language, reveals: reveals,
            marks: made["marks"]?.elements.compactMap(\.string) ?? [], configurationDigest: configuration)
        self.tapes = tapes.elements.compactMap { tape in
            guard let file = tape["file"]?.string, let root = tape["root_sha256"]?.string,
                let leaves = tape["leaves"]?.integer
            else { return nil }
            return Tape(file: file, root: root, leaves: Int(leaves))
        }
        guard self.tapes.count == tapes.elements.count else { return nil }
        self.publicKey = publicKey
    }
}
