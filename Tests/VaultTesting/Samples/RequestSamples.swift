/// The samples of all requests, each feature's in a file of its own.
public enum RequestSamples {
  /// At least one of every request, with a reply.
  public static let all: [RequestSample] =
    account + health + settings + live + channel + conversation + feedback + exchange + history + inbox + picture + push
    + owner
    + accessLog + people + proposals + protected + reminder + store + subtask + task
}
