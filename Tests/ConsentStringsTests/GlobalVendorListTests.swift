import ConsentStrings
import Testing

@Suite struct GlobalVendorListTests {
    private static func text(_ vendors: String, _ head: String = #""gvlSpecificationVersion": 3,"#) -> [UInt8] {
        Array(#"{\#(head) "vendorListVersion": 142, "vendors": {\#(vendors)}}"#.utf8)
    }

    private static let vendor = #"{"id": 7, "purposes": [3, 1, 1], "legIntPurposes": [2]}"#

    @Test(arguments: [2, 3])
    func `a list is read in both versions of its format`(version: Int) throws {
        let vendors = """
            "7": \(Self.vendor), "8": {"id": 8, "name": "Ação", "purposes": [], "legIntPurposes": [7, 9],
            "flexiblePurposes": [7], "specialPurposes": [1, 2], "features": [1], "deletedDate": "2025-01-01T00:00:00Z",
            "urls": [{"langId": "pt", "privacy": "https://a.example"}]}, "9": {"purposes": [1], "legIntPurposes": [],
            "deletedDate": null}
            """
        let list = try GlobalVendorList(Self.text(vendors, #""gvlSpecificationVersion": \#(version),"#))
        #expect(list.formatVersion == version)
        #expect(list.version == 142)
        #expect(list.vendors.keys.sorted() == [7, 8, 9])
        #expect(list.vendors[7]?.purposes == [1, 3])
        #expect(list.vendors[7]?.interestPurposes == [2])
        #expect(list.vendors[7]?.specialPurposes == [])
        #expect(list.vendors[8]?.flexiblePurposes == [7])
        #expect(list.vendors[8]?.specialPurposes == [1, 2])
        #expect(list.vendors[8]?.isDeleted == true)
        #expect(list.vendors[9]?.isDeleted == false)
        #expect(
            list.text == "\(version) 142\n7 [1, 3] [2] [] []\n8 [] [7, 9] [7] [1, 2] deleted\n9 [1] [] [] []\n")
    }

    struct Fault: Sendable {
        let text: [UInt8]
        let path: String
        let allowed: String
    }

    @Test(arguments: [
        Fault(text: Array("GIF89a".utf8), path: "", allowed: "JSON"),
        Fault(text: Array("[]".utf8), path: "gvlSpecificationVersion", allowed: "a number from 2 to 3"),
        Fault(
            text: text("", #""gvlSpecificationVersion": 1,"#), path: "gvlSpecificationVersion",
            allowed: "a number from 2 to 3"),
        Fault(
            text: Array(#"{"gvlSpecificationVersion": 2, "vendors": {}}"#.utf8), path: "vendorListVersion",
            allowed: "a number from 1 to 4095"),
        Fault(
            text: Array(#"{"gvlSpecificationVersion": 2, "vendorListVersion": 9, "vendors": []}"#.utf8),
            path: "vendors", allowed: "an object of vendors by ID"),
        Fault(text: text(#""x": \#(vendor)"#), path: "vendors.x", allowed: "a vendor's ID from 1 to 65535"),
        Fault(text: text(#""0": \#(vendor)"#), path: "vendors.0", allowed: "a vendor's ID from 1 to 65535"),
        Fault(text: text(#""65536": \#(vendor)"#), path: "vendors.65536", allowed: "a vendor's ID from 1 to 65535"),
        Fault(text: text(#""07": \#(vendor)"#), path: "vendors.07", allowed: "a vendor's ID from 1 to 65535"),
        Fault(text: text(#""8": \#(vendor)"#), path: "vendors.8.id", allowed: "8, as its name says"),
        Fault(text: text(#""7": \#(vendor), "7": \#(vendor)"#), path: "vendors.7", allowed: "each vendor once"),
        Fault(text: text(#""7": []"#), path: "vendors.7", allowed: "an object"),
        Fault(
            text: text(#""7": {"purposes": [1]}"#), path: "vendors.7.legIntPurposes",
            allowed: "an array of purposes from 1 to 24"),
        Fault(
            text: text(#""7": {"purposes": [25], "legIntPurposes": []}"#), path: "vendors.7.purposes",
            allowed: "an array of purposes from 1 to 24"),
        Fault(
            text: text(#""7": {"purposes": [1], "legIntPurposes": [], "flexiblePurposes": "2"}"#),
            path: "vendors.7.flexiblePurposes", allowed: "an array of purposes from 1 to 24"),
    ])
    func `what is no vendor list is refused with the place and what is wanted`(fault: Fault) {
        let error = #expect(throws: VendorListError.self) { try GlobalVendorList(fault.text) }
        #expect(error?.path == fault.path)
        #expect(error?.allowed.hasPrefix(fault.allowed) == true)
        #expect(error.map { $0.offset <= fault.text.count } == true)
    }

    @Test func `a list at a limit is read, and one above it is refused`() throws {
        let text = Self.text(#""7": \#(Self.vendor)"#)
        var limits = VendorListLimits(byteCount: text.count, vendorCount: 1)
        #expect(try GlobalVendorList(text, limits: limits).vendors.count == 1)
        limits.byteCount -= 1
        #expect(throws: VendorListError.self) { try GlobalVendorList(text, limits: limits) }
        limits = VendorListLimits(vendorCount: 0)
        let error = #expect(throws: VendorListError.self) { try GlobalVendorList(text, limits: limits) }
        #expect(error?.text == "byte 68, vendors: wanted at most 0 vendors")
        #expect(throws: VendorListError.self) { try GlobalVendorList(text, limits: VendorListLimits(nodeCount: 3)) }
    }
}
