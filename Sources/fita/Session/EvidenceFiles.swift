import CassetteFormat
import Cryptography
import Platform
import Reports

/// A report's evidence: the statement and its signature, beside the report.
struct EvidenceFiles {
    let report: String

    var statement: String { report + ".evidence.json" }
    var signature: String { report + ".evidence.sig" }

    /// - Parameter bytes: the report as it was written.
    func write(
        _ report: AuditReport, _ bytes: [UInt8], _ recipe: EvidenceStatement.Recipe, _ key: SigningKey
    ) throws(VerbFailure) {
        let statement = EvidenceStatement(
            tool: Version.tool, reportFile: self.report.split(separator: "/").last.map(String.init) ?? self.report,
            reportSize: bytes.count, reportDigest: hex(SHA256.digest(bytes)), recipe: recipe,
            tapes: report.tapes.map {
                EvidenceStatement.Tape(file: $0.name, root: $0.root, leaves: $0.seal.leafCount)
            },
            publicKey: hex(key.verifyingKey.bytes)
        ).bytes
        let signature: [UInt8]
        do throws(CryptographyError) {
            signature = try key.sign(statement)
        } catch {
            throw VerbFailure(.environment, "the report cannot be signed: \(error)")
        }
        try OutputForm.write(statement, to: self.statement)
        try OutputForm.write(signature, to: self.signature)
    }
}

/// A signing key on disk: the private half readable by its owner alone, the public half beside it.
enum SigningKeyFile {
    static func publicPath(_ path: String) -> String { path + ".pub" }

    static func read(_ path: String) throws(VerbFailure) -> SigningKey {
        do {
            let status = try FileSystem.status(path)
            guard status.permissions & 0o077 == 0 else {
                throw VerbFailure(
                    .environment, "others can read the private key \(path)",
                    action: "chmod 600 \(path), and make a new key if somebody may have copied it")
            }
            return try SigningKey(pem: FileSystem.read(path, limit: 1 << 16))
        } catch let failure as VerbFailure {
            throw failure
        } catch {
            throw VerbFailure(
                .input, "\(path) is no signing key: \(error)", action: "fita evidence key FILE makes one")
        }
    }

    /// Makes a key; a file that is there is left alone.
    static func make(_ path: String) throws(VerbFailure) -> SigningKey {
        for path in [path, publicPath(path)] where FileSystem.exists(path) {
            throw VerbFailure(.environment, "\(path) is there already", action: "name a new file")
        }
        do {
            let key = try SigningKey()
            try FileSystem.write(key.pem(), to: path)
            try FileSystem.write(key.verifyingKey.pem(), to: publicPath(path))
            try FileSystem.setPermissions(publicPath(path), 0o644)
            return key
        } catch {
            throw VerbFailure(.environment, "the key cannot be made: \(error)", action: "name another file")
        }
    }
}
