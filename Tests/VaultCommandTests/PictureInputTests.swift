import AgentAPI
import Localization
import Testing

@testable import vault

@Suite("Pictures to send, and pictures in words")
struct PictureInputTests {
  @Test(
    "a payload names a file by a name with a dot, and a picture on the server by anything else",
    arguments: [
      (#"{"image": "plants.png"}"#, "plants.png"), (#"{"image": "a b.jpeg", "aps": {}}"#, "a b.jpeg"),
      (#"{"image": "/v1/attachments/5B9A"}"#, nil), (#"{"image": "5B9A"}"#, nil), (#"{"image": "../x.png"}"#, nil),
      (#"{"image": "/etc/x.png"}"#, nil), (#"{"image": ".hidden.png"}"#, nil), (#"{"image": "a\u0000.png"}"#, nil),
      (#"{"image": "https://e.org/v1/attachments/5B9A"}"#, nil), (#"{"image": 5}"#, nil), ("{}", nil), ("no json", nil),
    ] as [(String, String?)])
  func names(payload: String, name: String?) { #expect(PictureInput.named(in: payload) == name) }

  @Test("a picture that can't be shown is said in a line, in which nothing of others drives the terminal")
  func words() {
    let row = PictureRow(title: "a\u{1B}[2Jb\nc", type: "image/png", byteCount: 1_234_567, width: 640, height: 480)
    let line = PictureText(.item(12, nil)).placeholder(row)
    #expect(line.hasSuffix(": PNG, 640 x 480, 1.2 MB; save it with vault inbox image 12 --save FILE]"))
    #expect(!line.contains("\u{1B}") && !line.contains("\n"))
    let small = PictureRow(title: "b", type: "image/webp", byteCount: 999, width: 1, height: 1)
    #expect(PictureText(.item(1, nil)).caption(small) == "b: WEBP, 1 x 1, 999 bytes")
    #expect(PictureText.missing(Failure(.usage, "It is gone.")) == "[picture: It is gone]")
  }
}
