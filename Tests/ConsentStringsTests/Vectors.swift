/// Consent strings of public test suites, with what an independent reading of their bits gives.
enum Vectors {
    /// Midnight of 30 November 2026.
    static let today: Int64 = 1_795_996_800

    struct TC: CustomStringConvertible, Sendable {
        let text: String
        /// Problems of warnings and errors, sorted.
        let codes: [String]

        init(_ text: String, _ codes: String...) {
            self.text = text
            self.codes = codes
        }

        var description: String { String(text.prefix(24)) }
    }

    static let tc: [TC] = [
        TC(
            "CQSbk4AQSbk4ANwAAAENAwCgAAAAAAAAAAYgACPAAAAA.IDKQA4AAgAKAGQAygAAA.YAAAAAAAAAAA", "TC_EXPIRED",
            "TC_POLICY_OLD"),
        TC(
            "CQd924AQd924AASACCENCNFsAP_gAEIAACiQL6QBAAGAAOANmAcAF9IAIADgAA.IL6A" + String(repeating: "A", count: 254)
                + ".YIAAAAAAAAAA", "TC_DISCLOSED_CONFLICT"),
        TC(
            "COwAdDhOwAdDhN4ABAENAPCgAAQAAv___wAAAFP_AAp_4AI6ACACAA", "TC_EXPIRED", "TC_LI_FORBIDDEN",
            "TC_POLICY_OLD"),
        TC(
            "COxPe2TOxPe2TALABAENAPCgAAAAAAAAAAAAAFAAAAoAAA4IACACAIABgACAFA4ADACAAIygAGADwAQBIAIAIB0AEAEBSACACAA",
            "TC_EXPIRED", "TC_POLICY_OLD"),
        TC(
            "COvcSpYOvcSpYC9AAAENAPCAAAAAAAAAAAAACvwDQABAAIAAYABIAC4AJQAagA9ACEAPgAjIBJoCvAK-AAAAAA", "TC_EXPIRED",
            "TC_GLOBAL", "TC_POLICY_OLD"),
        TC(
            "COvzTO5OvzTO5BRAAAENAPCoALIAADgAAAAAAewAwABAAlAB6ABBFAAA", "TC_EXPIRED", "TC_POLICY_OLD"),
        TC("CO5dPi4O5dPx2B7DvCENA2CgAAAAAAAAAAAAGewAAM8gAAAA.YAAAAAAAAAAA", "TC_EXPIRED", "TC_POLICY_OLD"),
        TC("CPtGDMAPtGDMALMAAAENA_C_AAAAAAAAACiQAAAAAAAA", "TC_EXPIRED", "TC_POLICY_OLD"),
        TC("COvcSpYOvcSpYC9AAAENAPCAAAAAAAAAAAAAAFAAAAA", "TC_TRUNCATED"),
        TC("CPpcCoAPpcCoAPoABABGCyCQAEAAAEAAAAEFABAEEAN8AEAN4A.YAAAAAAAAAA", "TC_TRUNCATED"),
        TC("BOEFEAyOEFEAyAHABDENAI4AAAB9vABAASA", "TC_VERSION"),
        TC("CONciguONcjGKADACHENAOCIAC0ta__AACiQABg", "TC_TRUNCATED"),
        TC("CONciguONcjGKADACHENAOCIAC0ta__AACiQAA", "TC_TRUNCATED"),
        TC("CONciguONcjGKADACHENAOCIAC0ta__AACiQAeAA", "TC_TRUNCATED"),
        TC("CONciguONcjGKADACHENAOCIAC0ta__AACiQABwA", "TC_TRUNCATED"),
        TC("CONciguONcjGKADACHENAOCIAC0ta__AACiQABwAQQ", "TC_TRUNCATED"),
        TC("CONciguONcjGKADACHENAOCIAC0ta__AACiQABwAYQAC", "TC_TRUNCATED"),
        TC("CONciguONcjGKADACHENAOCIAC0ta__AACiQABwAgABA", "TC_TRUNCATED"),
        TC("CONciguONcjGKADACHENAOCIAC0ta__AACiQABwAgAAAAA", "TC_RANGE", "TC_TRUNCATED"),
        TC("CONciguONcjGKADACHENAOCIAC0ta__AACiQABwAgACAAA", "TC_RANGE", "TC_TRUNCATED"),
        TC("CONciguONcjGKADACHENAOCIAC0ta__AACiQABwAgABAAAA", "TC_RANGE", "TC_TRUNCATED"),
        TC("CONciguONcjGKADACHENAOCIAC0ta__AACiQABwAgABAAEA", "TC_RANGE", "TC_TRUNCATED"),
        TC("CONciguONcjGKADACHENAOCIAC0ta__AACiQABwAoABAACA", "TC_RANGE", "TC_TRUNCATED"),
        TC("AONciguONcjGKADACHENAOCIAC0ta__AACiQABgAAYA", "TC_VERSION"),
    ]

    struct GPP: CustomStringConvertible, Sendable {
        let text: String
        let ids: [Int]
        let codes: [String]

        init(_ text: String, _ ids: [Int], _ codes: String...) {
            self.text = text
            self.ids = ids
            self.codes = codes
        }

        var description: String { String(text.prefix(24)) }
    }

    static let gpp: [GPP] = [
        GPP("DBABMA~CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA", [2]),
        GPP("DBACNYA~CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA~1YNN", [2, 6]),
        GPP("DBABLA~BVVqAAEABCA.QA", [7]),
        GPP("DBABLA~BVAoAAAAABk.QA", [7]),
        GPP("DBABLA~BVQVAAAAAAGA.YA", [7]),
        GPP("DBABh4A~BlgWEYCY.QA~BSFgmiU", [8, 9]),
        GPP("DBACTjw~1YYN~BSZZYgkA~BaRlkCSA.QA", [6, 11, 12]),
        GPP(
            "DBACMYA~CPpcCoAPpcCoAPoABABGCyCUACAAACAAAAAAAVQAQAVABZABABYAAAAA.QADgIAAA.IABE"
                + "~CPpcCoAPpcCoAPoABABGCyCQAEAAAEAAAAEFABAEEAN8AEAN4A.YAAAAAAAAAA", [2, 5]),
        GPP("DBABTA~1---", [6]),
        GPP("DBACOeA~~1YNN", [2, 5, 6], "GPP_COUNT"),
        GPP("DBABMA", [2], "GPP_COUNT"),
        GPP("CBABMA~x", [], "GPP_HEADER"),
    ]
}
