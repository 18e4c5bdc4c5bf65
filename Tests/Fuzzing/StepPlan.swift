/// Which steps are taken with files that an input damaged, and whether they are opened again.
///
/// A test takes every step, in order and in both openings. A fuzzer has a million inputs to try: it opens the files of each, reads them
/// whole, and takes a few steps in an order that hangs on the input alone. So all that damage can reach is reached, by other inputs, in
/// every order, and an input takes a third of the time.
struct StepPlan {
  private var numbers: SplitMix64
  private let isWhole: Bool
  /// Whether the files are opened again after they were closed.
  let reopens: Bool

  init(_ input: [UInt8], _ extent: FuzzTarget.Extent) {
    // FNV-1a: inputs that differ a little have nothing in common.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in input { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    var numbers = SplitMix64(state: hash)
    // One of many takes every step, for what only all of them together show.
    let (lot, other) = (numbers.below(64), numbers.below(4))
    isWhole = extent == .whole || lot == 0
    reopens = extent == .whole || lot == 0 || other == 0
    self.numbers = numbers
  }

  /// The steps of the next opening.
  mutating func next<Step: CaseIterable>(of type: Step.Type) -> [Step] {
    let all = Array(Step.allCases)
    return isWhole ? all : (0...numbers.below(2)).map { _ in all[numbers.below(all.count)] }
  }
}

/// Numbers that are the same for the same seed.
struct SplitMix64 {
  var state: UInt64

  /// A number from 0.
  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((value ^ value >> 31) % UInt64(bound))
  }
}
