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
    static func standIn() throws(VerbFailure) -> ContractConfiguration {
        do throws(ConfigurationErrors) {
            return try ConfigurationReader().read(Array(StandIn.configuration.utf8)).configuration
        } catch {
            throw VerbFailure(.input, lines: error.errors.map(\.text).joined(separator: "\n"))
        }
    }
}
