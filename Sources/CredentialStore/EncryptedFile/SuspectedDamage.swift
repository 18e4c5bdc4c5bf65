/// Something that an undamaged file would not show: the reason to look at both copies whole, under the lock.
struct SuspectedDamage: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
