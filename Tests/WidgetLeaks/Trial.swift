#if Desktop && DEBUG
@testable internal import Widgets

/// Something that is made, used and let go of.
struct Trial {
  let name: String
  /// Whether it holds itself, so that it has to be found.
  let isCircle: Bool
  let body: @MainActor (Bench) async -> Void

  init(_ name: String, isCircle: Bool = false, _ body: @escaping @MainActor (Bench) async -> Void) {
    (self.name, self.isCircle, self.body) = (name, isCircle, body)
  }

  /// A widget that is shown and used.
  init<Made: Widget>(
    widget name: String, _ make: @escaping @MainActor (Holder) -> Made,
    use: @escaping @MainActor (Made, Holder) -> Void = { _, _ in }
  ) {
    self.init(name) { bench in
      let holder = Holder()
      bench.watch.expect(holder)
      let made = make(holder)
      await bench.show(made) { use(made, holder) }
    }
  }

  static let all = [circle] + controls + forms + containers + lists + pictures + secrets + windows + pages

  private static let circle = Trial("a circle", isCircle: true) { bench in
    let button = Button("Circle")
    button.pressed = { button.focus() }
    await bench.show(button)
  }
}
#endif
