@main
enum Fita {
    static func main() {}
}
