#if Desktop && DEBUG
internal import CAdwaita
internal import Glibc
@testable internal import Widgets

/// Makes, uses and lets go of every widget and every part of the window, and says what has not ended.
@main
enum WidgetLeaks {
  static func main() {
    let application = Application(id: "io.github.vault.WidgetLeaks")
    application.activated = { [weak application] in
      guard let application else { return }
      let window = Window(of: application, title: "Leaks", width: 400, height: 300)
      window.present()
      Task { exit(await tryAll(Bench(application, window)) ? EXIT_SUCCESS : EXIT_FAILURE) }
    }
    exit(application.run([]))
  }

  /// Whether nothing was left, but for the circle that proves that something would be found.
  private static func tryAll(_ bench: Bench) async -> Bool {
    var isClean = true
    let chosen = CommandLine.arguments.dropFirst()
    for trial in Trial.all where chosen.isEmpty || chosen.contains(trial.name) {
      let result = await bench.attempt(trial.body)
      let isAsExpected = trial.isCircle ? !result.left.isEmpty : result.left.isEmpty && result.made > 0
      isClean = isClean && isAsExpected
      let types = result.left.sorted { $0.key < $1.key }.map { " \($0.key) \($0.value)" }.joined(separator: ",")
      print(
        "\(isAsExpected ? "ok" : "LEFT") \(trial.name): \(result.made) made, \(result.left.values.reduce(0, +)) left\(types)"
      )
      fflush(nil)
    }
    return isClean
  }
}
#else
/// There is nothing to try without a window, or in a release.
@main
enum WidgetLeaks {
  static func main() {}
}
#endif
