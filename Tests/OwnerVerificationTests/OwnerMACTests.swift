import FoundationEssentials
import OwnerVerification
import Sealing
import Testing

@Suite("The owner's MAC")
struct OwnerMACTests {
  private let vault = UUID()
  private let task = UUID()
  private let item = UUID()
  private let date = Date(timeIntervalSinceReferenceDate: 0.25)

  private func statement(
    vault: UUID? = nil, task: UUID? = nil, item: UUID? = nil, version: Int = 1, alwaysVerify: Bool = false,
    digest: [UInt8] = [1, 2, 3], destruction: OwnerMAC.Statement.Destruction = .never
  ) -> OwnerMAC.Statement {
    let context = ProtectedRecord.Context(
      vaultID: vault ?? self.vault, itemID: item ?? self.item, version: version, alwaysVerify: alwaysVerify)
    return OwnerMAC.Statement(
      context: context, taskID: task ?? self.task, digest: digest, destruction: destruction)
  }

  @Test("is over everything that a row says of a seal")
  func everything() throws {
    let owner = try madeOwner()
    let code = try OwnerMAC.code(of: statement(), by: owner)
    #expect(code.count == 33 && code.first == 2)
    #expect(try OwnerMAC.isValid(code, of: statement(), by: owner))
    let others = [
      statement(vault: UUID()), statement(task: UUID()), statement(item: UUID()), statement(version: 2),
      statement(alwaysVerify: true), statement(digest: [1, 2]), statement(digest: [1, 2, 3, 0]),
      statement(destruction: .whenDone), statement(destruction: .at(date)),
      statement(destruction: .at(date.addingTimeInterval(1))),
    ]
    for other in others { #expect(try !OwnerMAC.isValid(code, of: other, by: owner), "\(other)") }
    for (index, one) in others.enumerated() {
      let code = try OwnerMAC.code(of: one, by: owner)
      for (place, other) in others.enumerated() {
        #expect(try OwnerMAC.isValid(code, of: other, by: owner) == (index == place))
      }
    }
  }

  @Test("is made by one owner alone, and by no other form of it")
  func others() throws {
    let owner = try madeOwner()
    let other = try madeOwner()
    let code = try OwnerMAC.code(of: statement(), by: owner)
    #expect(try !OwnerMAC.isValid(code, of: statement(), by: other))
    for wrong in [[], Array(code.dropFirst()), code + [0], [1] + code.dropFirst(), Array(code.dropLast())] {
      #expect(try !OwnerMAC.isValid(wrong, of: statement(), by: owner))
    }
  }
}
