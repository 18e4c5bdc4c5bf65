// How quickly a server acknowledges: callers that each send one request again and again, and wait for its answer before they send the next.
//
//   acknowledged SECONDS bytes|lines|http NUMBER < callers
//
// A caller is a connection that was opened before, and is inherited: a line with its descriptor and its request's length, then the request.
// An answer ends after so many bytes, after so many lines, or, where it is HTTP's and has that status, where its length says.
// Prints one JSON object: answers a second, how many microseconds they took, and how many of the processor's this program took for each, so that it is seen
// that it is not what is measured. The first second is not counted, except in all answers.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

enum { MOST_CALLERS = 4096, MOST_REQUEST = 65536, MOST_ANSWER = 65536, WARM_UP_SECONDS = 1, PATIENCE_MS = 20000 };

struct caller {
  int descriptor;
  size_t length, have, lines;
  uint64_t sent;
  char *request;
  char answer[MOST_ANSWER + 1];
};

static enum { BYTES, LINES, HTTP } kind;
static long number;
static uint32_t *waits;
static size_t count, room;

static void fail(const char *what) {
  fprintf(stderr, "acknowledged: %s\n", what);
  exit(70);
}

static uint64_t read_clock(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static uint64_t now(void) { return read_clock(CLOCK_MONOTONIC); }

static void ask(struct caller *caller) {
  caller->have = caller->lines = 0;
  caller->sent = now();
  // A request is smaller than what the kernel keeps for a connection on which nothing is under way.
  if (write(caller->descriptor, caller->request, caller->length) != (ssize_t)caller->length) fail("a request could not be sent whole");
}

static int is_whole_http(struct caller *caller) {
  caller->answer[caller->have] = 0;
  char *end = strstr(caller->answer, "\r\n\r\n");
  if (!end) return 0;
  if (caller->have < 12 || strtol(caller->answer + 9, NULL, 10) != number) fail(caller->answer);
  char *field = strcasestr(caller->answer, "\r\ncontent-length:");
  if (!field || field > end) fail("an answer has no length");
  return caller->have >= (size_t)(end - caller->answer) + 4 + strtoul(field + 17, NULL, 10);
}

/// Reads what has come. Returns whether the answer is whole.
static int is_answered(struct caller *caller) {
  size_t before = caller->have;
  ssize_t size = read(caller->descriptor, caller->answer + before, MOST_ANSWER - before);
  if (size < 0 && errno == EAGAIN) return 0;
  if (size <= 0) fail("a connection was closed");
  caller->have += (size_t)size;
  if (kind == BYTES) return caller->have >= (size_t)number;
  if (kind == HTTP) return is_whole_http(caller);
  for (size_t place = before; place < caller->have; place++) caller->lines += caller->answer[place] == '\n';
  return caller->lines >= (size_t)number;
}

static void keep(uint64_t nanoseconds) {
  if (count == room) {
    room = room ? 2 * room : 1 << 16;
    waits = realloc(waits, room * sizeof *waits);
    if (!waits) fail("no memory");
  }
  waits[count++] = (uint32_t)(nanoseconds / 1000);
}

static int by_size(const void *one, const void *other) {
  uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
  return (a > b) - (a < b);
}

static int read_callers(int poll) {
  int callers = 0, descriptor;
  size_t length;
  while (scanf("%d %zu", &descriptor, &length) == 2) {
    if (getchar() != '\n' || length == 0 || length > MOST_REQUEST || ++callers > MOST_CALLERS) fail("what came in is no caller");
    struct caller *caller = calloc(1, sizeof *caller);
    if (!caller || !(caller->request = malloc(length)) || fread(caller->request, 1, length, stdin) != length) fail("a request is not whole");
    caller->descriptor = descriptor;
    caller->length = length;
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = caller};
    if (fcntl(descriptor, F_SETFL, O_NONBLOCK) || epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event)) fail("no such connection");
    ask(caller);
  }
  return callers;
}

static double measure(int poll, double seconds, size_t *answers) {
  uint64_t begin = now() + (uint64_t)WARM_UP_SECONDS * 1000000000u, end = begin + (uint64_t)(seconds * 1e9), time;
  do {
    struct epoll_event events[64];
    int ready = epoll_wait(poll, events, 64, PATIENCE_MS);
    if (ready == 0) fail("nothing was answered in time");
    if (ready < 0 && errno != EINTR) fail("cannot wait");
    for (int place = 0; place < ready; place++) {
      struct caller *caller = events[place].data.ptr;
      if (!is_answered(caller)) continue;
      time = now();
      ++*answers;
      if (time >= begin) keep(time - caller->sent);
      ask(caller);
    }
    time = now();
  } while (time < end);
  return (double)(time - begin) / 1e9;
}

int main(int words, char **word) {
  if (words != 4) fail("usage: acknowledged SECONDS bytes|lines|http NUMBER < callers");
  kind = !strcmp(word[2], "bytes") ? BYTES : !strcmp(word[2], "lines") ? LINES : HTTP;
  number = strtol(word[3], NULL, 10);
  int poll = epoll_create1(0);
  if (poll < 0 || read_callers(poll) == 0) fail("no callers");
  size_t answers = 0;
  double seconds = measure(poll, strtod(word[1], NULL), &answers);
  double own = (double)read_clock(CLOCK_PROCESS_CPUTIME_ID) / 1e3 / (double)answers;
  if (count == 0) fail("nothing was answered");
  qsort(waits, count, sizeof *waits, by_size);
  printf("{\"perSecond\": %.1f, \"count\": %zu, \"p50\": %u, \"p99\": %u, \"longest\": %u, \"own\": %.2f, \"all\": %zu}\n", (double)count / seconds, count, waits[count / 2],
         waits[count * 99 / 100], waits[count - 1], own, answers);
  return 0;
}
