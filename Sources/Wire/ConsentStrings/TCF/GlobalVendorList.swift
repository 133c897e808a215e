import JSONText

/// The Global Vendor List: which vendors there are, and for what each of them wants which legal basis.
///
/// Of IAB Tech Lab's versions 2 and 3 of the format ("Consent string and vendor list formats v2", "The Global Vendor
/// List"), in which a vendor's declarations are the same. Other members are not read.
package struct GlobalVendorList: Sendable, Hashable {
    package struct Vendor: Sendable, Hashable {
        /// Purposes for which it wants consent.
        package var purposes: [Int] = []
        /// Purposes for which it claims a legitimate interest.
        package var interestPurposes: [Int] = []
        /// Of both, those whose legal basis a publisher may change.
        package var flexiblePurposes: [Int] = []
        /// Purposes that need transparency alone.
        package var specialPurposes: [Int] = []
        /// Whether the list says since when it is gone.
        package var isDeleted = false

        package init() {}
    }

    /// `gvlSpecificationVersion`: 2 or 3.
    package let formatVersion: Int
    /// `vendorListVersion`, which a TC string names.
    package let version: Int
    /// By ID.
    package let vendors: [Int: Vendor]

    package init(formatVersion: Int = 3, version: Int, vendors: [Int: Vendor]) {
        self.formatVersion = formatVersion
        self.version = version
        self.vendors = vendors
    }

    /// Reads the JSON text of a list.
    package init(_ bytes: [UInt8], limits: VendorListLimits = .standard) throws(VendorListError) {
        let root: JSONNode
        do throws(JSONError) {
            let jsonLimits = JSONLimits(byteCount: limits.byteCount, depth: 16, nodeCount: limits.nodeCount)
            root = try JSONParser(limits: jsonLimits).parse(bytes).root
        } catch {
            throw VendorListError(offset: error.offset, path: "", allowed: "JSON, but saw \(error.saw): \(error.why)")
        }
        let reader = VendorListReader(limits: limits)
        formatVersion = try reader.number("gvlSpecificationVersion", of: root, in: 2...3)
        version = try reader.number("vendorListVersion", of: root, in: 1...4095)
        vendors = try reader.vendors(of: root)
    }

    /// Everything that a verdict can rest on, a vendor a line: equal lists have equal texts.
    package var text: String {
        let lines = vendors.sorted { $0.key < $1.key }.map { id, vendor in
            let lists = [vendor.purposes, vendor.interestPurposes, vendor.flexiblePurposes, vendor.specialPurposes]
            return "\(id)" + lists.map { " \($0)" }.joined() + (vendor.isDeleted ? " deleted" : "")
        }
        return (["\(formatVersion) \(version)"] + lines).joined(separator: "\n") + "\n"
    }
}

/// How much of a vendor list is read.
package struct VendorListLimits: Sendable, Equatable {
    /// The public list of 2026 has about a megabyte.
    package var byteCount: Int
    package var nodeCount: Int
    /// The public list of 2026 has about a thousand, IDs below 1,600.
    package var vendorCount: Int

    package init(byteCount: Int = 16 << 20, nodeCount: Int = 1 << 20, vendorCount: Int = 8_192) {
        self.byteCount = byteCount
        self.nodeCount = nodeCount
        self.vendorCount = vendorCount
    }

    package static let standard = VendorListLimits()
}

/// Why a text is no vendor list, at its first fault.
package struct VendorListError: Error, Sendable, Hashable {
    /// In the text.
    package let offset: Int
    /// Names parted by dots; empty for the text as a whole.
    package let path: String
    /// What is wanted there.
    package let allowed: String

    /// One line: `byte 40, vendors.12.purposes: wanted an array of purposes from 1 to 24`.
    package var text: String { "byte \(offset)\(path.isEmpty ? "" : ", \(path)"): wanted \(allowed)" }
}

/// Reads the members of a list.
private struct VendorListReader {
    let limits: VendorListLimits

    func number(_ name: String, of node: JSONNode, in range: ClosedRange<Int>) throws(VendorListError) -> Int {
        guard let number = integer(node[name]), range.contains(number) else {
            throw VendorListError(
                offset: (node[name] ?? node).range.lowerBound, path: name,
                allowed: "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func vendors(of root: JSONNode) throws(VendorListError) -> [Int: GlobalVendorList.Vendor] {
        guard let node = root["vendors"], case .object(let members) = node.kind else {
            throw VendorListError(
                offset: (root["vendors"] ?? root).range.lowerBound, path: "vendors",
                allowed: "an object of vendors by ID")
        }
        guard members.count <= limits.vendorCount else {
            throw VendorListError(
                offset: node.range.lowerBound, path: "vendors", allowed: "at most \(limits.vendorCount) vendors")
        }
        var vendors: [Int: GlobalVendorList.Vendor] = [:]
        vendors.reserveCapacity(members.count)
        for member in members {
            let name = String(decoding: member.name, as: UTF8.self)
            let path = "vendors.\(name)"
            guard let id = Int(name), (1...65_535).contains(id), name == "\(id)" else {
                throw VendorListError(
                    offset: member.nameRange.lowerBound, path: path, allowed: "a vendor's ID from 1 to 65535")
            }
            guard vendors[id] == nil else {
                throw VendorListError(offset: member.nameRange.lowerBound, path: path, allowed: "each vendor once")
            }
            vendors[id] = try vendor(member.value, id, path)
        }
        return vendors
    }

    private func vendor(
        _ node: JSONNode, _ id: Int, _ path: String
    ) throws(VendorListError) -> GlobalVendorList.Vendor {
        guard case .object = node.kind else {
            throw VendorListError(offset: node.range.lowerBound, path: path, allowed: "an object")
        }
        if let own = node["id"], integer(own) != id {
            throw VendorListError(offset: own.range.lowerBound, path: "\(path).id", allowed: "\(id), as its name says")
        }
        var vendor = GlobalVendorList.Vendor()
        vendor.purposes = try purposes("purposes", of: node, path, isOptional: false)
        vendor.interestPurposes = try purposes("legIntPurposes", of: node, path, isOptional: false)
        vendor.flexiblePurposes = try purposes("flexiblePurposes", of: node, path, isOptional: true)
        vendor.specialPurposes = try purposes("specialPurposes", of: node, path, isOptional: true)
        vendor.isDeleted = node["deletedDate"].map { !$0.isNull } ?? false
        return vendor
    }

    /// In order, each once: a TC string has places for 24 purposes.
    private func purposes(
        _ name: String, of vendor: JSONNode, _ path: String, isOptional: Bool
    ) throws(VendorListError) -> [Int] {
        let node = vendor[name]
        if node == nil, isOptional { return [] }
        if let node, case .array(let elements) = node.kind {
            let numbers = elements.compactMap(integer).filter { (1...24).contains($0) }
            if numbers.count == elements.count { return Set(numbers).sorted() }
        }
        throw VendorListError(
            offset: (node ?? vendor).range.lowerBound, path: "\(path).\(name)",
            allowed: "an array of purposes from 1 to 24")
    }

    private func integer(_ node: JSONNode?) -> Int? { node?.integer.flatMap(Int.init(exactly:)) }
}
