import ConsentStrings
import ReferenceSDK
import SDKContracts
import StandInServer

extension Scenario {
    /// The faults of the stand-in that belong to the story.
    var standInFaults: Set<StandInFault> {
        Set(serverTrouble.flatMap(StandInFault.init(rawValue:)).map { [$0] } ?? [])
    }
}

extension ContractConfiguration {
    /// What a recording of the stand-in is judged by.
    ///
    /// - Parameter text: the `fita.json` of one fault, above it.
    static func standIn(adding text: String? = nil) throws(VerbFailure) -> ContractConfiguration {
        do throws(ConfigurationErrors) {
            let reader = ConfigurationReader()
            let base = try reader.read(Array(StandIn.configuration.utf8))
            var configuration = try reader.read(Array((text ?? "{}").utf8), over: base).configuration
            if configuration.vendorListPath == StandIn.vendorListName {
                configuration.vendorList = try? GlobalVendorList(Array(StandIn.vendorList.utf8))
            }
            return configuration
        } catch {
            throw VerbFailure(.input, lines: error.errors.map(\.text).joined(separator: "\n"))
        }
    }
}
