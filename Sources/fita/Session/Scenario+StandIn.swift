import ReferenceSDK
import StandInServer

extension Scenario {
    /// The faults of the stand-in that belong to the story.
    var standInFaults: Set<StandInFault> {
        Set(serverTrouble.flatMap(StandInFault.init(rawValue:)).map { [$0] } ?? [])
    }
}
