import DesktopModel
import Testing

@Suite("A QR code")
struct QRCodeTests {
  private func drawing(_ text: String) -> String? {
    QRCode(text)?.squares.map { row in row.map { $0 ? "#" : "." }.joined() }.joined(separator: "\n")
  }

  // The drawings are those of another program's, python-qrcode 8, with the same mask.

  @Test("of a letter is one of the smallest")
  func letter() {
    #expect(drawing("a") == Self.letter)
  }

  @Test("of an invitation has its bytes, filled up, and their error correction")
  func invitation() {
    #expect(drawing("0123-4567-89ab-cdef-0123-4567-89ab-cdef") == Self.invitation)
  }

  @Test("is as large as its text needs", arguments: [(14, 21), (15, 25), (62, 33), (84, 37), (106, 41)])
  func size(byteCount: Int, side: Int) {
    let squares = QRCode(String(repeating: "x", count: byteCount))?.squares
    #expect(squares?.count == side && squares?.allSatisfy { $0.count == side } == true)
  }

  @Test("of a text that is too long is none")
  func tooLong() {
    #expect(QRCode(String(repeating: "x", count: QRCode.maximumByteCount)) != nil)
    #expect(QRCode(String(repeating: "x", count: QRCode.maximumByteCount + 1)) == nil)
  }

  private static let letter = """
    #######..#.##.#######
    #.....#.#.##..#.....#
    #.###.#.##.#..#.###.#
    #.###.#.#.##..#.###.#
    #.###.#..#..#.#.###.#
    #.....#...##..#.....#
    #######.#.#.#.#######
    ........##...........
    #.....#.#.##.##..###.
    #..##......###.###..#
    ..#.###..##.#.##.....
    .#.#.#.##..#####.#.#.
    ##.#..####.##########
    ........##..#.....#.#
    #######..###.#..####.
    #.....#...#...#...###
    #.###.#..###.#..###..
    #.###.#..#.#####.#...
    #.###.#..#.###.###.##
    #.....#...######.#...
    #######.#.#.#..#..##.
    """

  private static let invitation = """
    #######.###.#...#..#..#######
    #.....#.#.###...#.....#.....#
    #.###.#..#.###.##..#..#.###.#
    #.###.#.#.##.###.##.#.#.###.#
    #.###.#..###..#######.#.###.#
    #.....#..#.####..#.#..#.....#
    #######.#.#.#.#.#.#.#.#######
    ........###.#...###.#........
    #.##.###.#.#..####.##.#..#.##
    ....#..####......###.####...#
    .###..#.#.##.#...##......#...
    ##.###.....#.#.##.#####.##...
    ##.#.##..##....#.###...#..##.
    #.##.#.##.##.########.##.#.##
    ...####...#.#.#...##..#.....#
    ##.#.#....##.#.#..#####......
    #.######..##........#...##...
    ..........##.#.#..#.#......#.
    #..##.#.##..#..##...#.###..#.
    ..###....#.#.....##..#..#.#..
    .#.#.###.#.#.#.#.#.######.#.#
    ........#.#####.....#...##..#
    #######.#.#.##....###.#.###..
    #.....#.##.##...#...#...##.#.
    #.###.#..####.#.###.#######..
    #.###.#.###.#.##.##.##.####.#
    #.###.#.###..#...##......##.#
    #.....#...#.##.##...##.#...#.
    #######.##..####...####..#.#.
    """
}
