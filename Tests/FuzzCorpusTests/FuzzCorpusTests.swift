import Foundation
import Fuzzing
import Testing

@Suite("Input that others write")
struct FuzzCorpusTests {
  private static let corpus = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Corpus")

  private static func seeds(of name: String) throws -> [[UInt8]] {
    let files = try FileManager.default.contentsOfDirectory(
      at: corpus.appending(path: name), includingPropertiesForKeys: nil)
    return try files.sorted { $0.path < $1.path }.map { Array(try Data(contentsOf: $0)) }
  }

  @Test("every kept input, and many made of them, harm no parser", arguments: FuzzTarget.all.map(\.name))
  func harmless(name: String) throws {
    let target = try #require(FuzzTarget.named(name))
    let seeds = try Self.seeds(of: name)
    #expect(!seeds.isEmpty)
    for seed in seeds { target.run(seed) }
    var mutator = ByteMutator(seed: 20_261_125)
    for round in 0..<target.briefInputCount {
      target.run(mutator.mutated(seeds[round % seeds.count], atMost: target.maximumByteCount))
    }
  }

  @Test("the kept inputs belong to targets that there are, and are small")
  func corpus() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path)
    #expect(folders.sorted() == FuzzTarget.all.map(\.name).sorted())
    for name in folders { #expect(try Self.seeds(of: name).allSatisfy { $0.count <= 16 << 10 }) }
  }
}
