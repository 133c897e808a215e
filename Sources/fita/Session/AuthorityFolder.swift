import Cryptography
import Platform

/// The folder that holds the certificate authority of this installation: 0700, its key 0600, made on first use.
struct AuthorityFolder {
    let path: String

    var certificatePath: String { path + "/ca-cert.pem" }
    var keyPath: String { path + "/ca-key.pem" }

    /// `--ca-dir`, else `FITA_CA_DIR`, else `.fita/ca` in the home folder.
    init(option: String?) throws(VerbFailure) {
        if let given = option ?? Environment.value("FITA_CA_DIR") {
            path = given
            return
        }
        guard let home = Environment.value("HOME"), !home.isEmpty else {
            throw VerbFailure(
                .environment, "there is no home folder to keep the certificate authority in",
                action: "name a folder with --ca-dir DIR")
        }
        path = home + "/.fita/ca"
    }

    /// Reads the authority, or makes it where there is none.
    func open(now: Int64) throws(VerbFailure) -> CertificateAuthority {
        do {
            if FileSystem.exists(keyPath) { return try read(now: now) }
            return try make(now: now)
        } catch let failure as VerbFailure {
            throw failure
        } catch {
            throw VerbFailure(
                .environment, "the certificate authority in \(path) cannot be used: \(error)",
                action: "name another folder with --ca-dir DIR, or remove this one to have a new authority made")
        }
    }

    private func read(now: Int64) throws -> CertificateAuthority {
        let status = try FileSystem.status(keyPath, followsLinks: false)
        guard status.kind != .link else {
            throw VerbFailure(
                .environment, "the authority's private key \(keyPath) is a symbolic link, which is not followed",
                action: "put the key itself there, or name the folder that has it with --ca-dir DIR")
        }
        guard status.permissions & 0o077 == 0 else {
            throw VerbFailure(
                .environment, "others can read the authority's private key \(keyPath)",
                action: "chmod 600 \(keyPath), and make a new authority if somebody may have copied it")
        }
        let key = try FileSystem.read(keyPath, followsLinks: false)
        let authority = try CertificateAuthority(
            certificatePEM: FileSystem.read(certificatePath), privateKeyPEM: key)
        guard now < authority.notAfter else {
            throw VerbFailure(
                .environment, "the certificate authority in \(path) has expired",
                action: "remove the folder; a new authority is made at the next start, and devices must trust it anew")
        }
        return authority
    }

    private func make(now: Int64) throws -> CertificateAuthority {
        for folder in parents(of: path) + [path] where !FileSystem.exists(folder) {
            try FileSystem.makeFolder(folder)
        }
        try FileSystem.setPermissions(path, 0o700)
        let authority = try CertificateAuthority.make(now: now)
        try FileSystem.write(authority.certificatePEM, to: certificatePath)
        try FileSystem.write(authority.privateKeyPEM, to: keyPath)
        return authority
    }

    private func parents(of path: String) -> [String] {
        var folders: [String] = []
        var prefix = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/").dropLast() {
            prefix += "/" + part
            folders.append(prefix)
        }
        return folders
    }
}
