import Foundation
import Testing

@testable import AgentService

@Suite("The beginning of an id")
struct IDBeginningTests {
  private let id = UUID(uuidString: "4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B")!

  @Test(
    "is eight digits or more, in any case, with dashes or without",
    arguments: ["4f2a6c1e", "4F2A6C1E", "4f2a6c1e8d3b", "4f2a6c1e-8d3b", "4f2a6c1e-8d3b-4e5f-9a7b-1c2d3e4f5a6b"])
  func matches(_ text: String) throws {
    let beginning = try #require(IDBeginning(text))
    #expect(beginning.matches(id) && beginning.isWhole == (text.count == 36))
  }

  @Test(
    "is no fewer, and nothing else",
    arguments: ["", "4f2a6c1", "--------", "4f2a6c1-", "a-------", "4f2a 6c1e", "4f2a6c1g"])
  func others(_ text: String) { #expect(IDBeginning(text) == nil) }

  @Test("of another id does not match", arguments: ["4f2a6c1f", "4f2a6c1e8d3c", "4f2a6c1e8d3b4e5f9a7b1c2d3e4f5a6b0"])
  func foreign(_ text: String) throws { #expect(try !#require(IDBeginning(text)).matches(id)) }
}
