/// The name under which fita itself is reached through the proxy; `.internal` is no public domain.
package enum OwnHost {
    package static let name = "fita.internal"
}
