internal import CLinux
internal import Glibc

/// A Unix-domain socket on which descriptors come along.
public enum DescriptorSocket {
  /// Receives what is there.
  ///
  /// - Parameter descriptors: those that came along are added; the caller closes them.
  /// - Returns: how many bytes; 0 when the other end has closed, nil when nothing is there now.
  public static func receive(
    _ bytes: inout [UInt8], _ descriptors: inout [Int32], from socket: Int32
  ) throws(SystemError) -> Int? {
    var files = [Int32](repeating: -1, count: 16)
    var found = 0
    let count = bytes.withUnsafeMutableBytes {
      vault_receive(socket, $0.baseAddress, $0.count, &files, files.count, &found)
    }
    descriptors += files.prefix(found)
    if count < 0, errno == EAGAIN || errno == EINTR { return nil }
    guard count >= 0 else { throw SystemError("recvmsg") }
    return count
  }
}
