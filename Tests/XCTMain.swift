import Testing

/// Where the tests start. SwiftPM would write this file from an index of all sources, which costs a sixth of the build;
/// Swift Testing finds its tests in the program itself.
@main
enum TestProgram {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
