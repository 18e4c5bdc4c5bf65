import AgentAPI
import Testing

@Suite("What the decoding process writes")
struct PictureRasterTests {
  @Test("is a picture only where there are as many pixels as it says, within the sides that were asked for")
  func checks() {
    let pixel: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 1, 9, 8, 7, 6]
    let decoded = PictureRaster(pixel, side: 1)
    #expect(decoded?.width == 1 && decoded?.height == 1 && decoded.map { Array($0.pixels) } == [9, 8, 7, 6])
    for count in 0..<pixel.count { #expect(PictureRaster(Array(pixel.prefix(count)), side: 1) == nil) }
    #expect(PictureRaster(pixel + [0], side: 1) == nil)
    #expect(PictureRaster([0, 0, 0, 2, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 8), side: 1) == nil)
    #expect(PictureRaster([255, 255, 255, 255, 255, 255, 255, 255] + pixel, side: 1024) == nil)
  }

  @Test(
    "are taken only where there are as many as they say, within the sides that were asked for",
    arguments: [
      [], [0, 0, 0, 1], [0, 0, 0, 1, 0, 0, 0, 1], [0, 0, 0, 1, 0, 0, 0, 1, 1, 2, 3],
      [0, 0, 0, 1, 0, 0, 0, 1, 1, 2, 3, 4, 5], [0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 3, 0, 0, 0, 0],
      [0, 0, 0, 3, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 12),
      [255, 255, 255, 255, 255, 255, 255, 255, 1, 2, 3, 4],
    ] as [[UInt8]])
  func refused(bytes: [UInt8]) { #expect(PictureRaster(bytes, side: 2) == nil) }

  @Test("have width, height, and four bytes each")
  func taken() {
    let picture = PictureRaster([0, 0, 0, 2, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8], side: 2)
    #expect(
      picture?.width == 2 && picture?.height == 1 && picture.map { Array($0.pixels) } == [1, 2, 3, 4, 5, 6, 7, 8])
  }
}
