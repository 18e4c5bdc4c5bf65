// Says how long a program's main loop does not look at what has come: it is loaded before the program's libraries, and stands in the place of
// poll(), which GLib's main loop calls each time. Times in milliseconds are appended to the file that MAIN_LOOP_WATCH names, with the moment.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

// Other libraries wait in poll() as well, in the midst of what the main loop does: for the display's answer, for instance.
static int is_main_loop(void *caller) {
  Dl_info info;
  return getpid() == gettid() && dladdr(caller, &info) && info.dli_fname && strstr(info.dli_fname, "libglib-2.0");
}

static void report(double since, double until) {
  static int file = -1;
  if (file < 0) file = open(getenv("MAIN_LOOP_WATCH"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (until - since > 1) dprintf(file, "%.3f %.3f\n", since, until - since);
}

int poll(struct pollfd *files, nfds_t count, int timeout) {
  static int (*system_poll)(struct pollfd *, nfds_t, int);
  static double since;
  if (!system_poll) system_poll = dlsym(RTLD_NEXT, "poll");
  int is_watched = is_main_loop(__builtin_return_address(0));
  if (is_watched && since) report(since, now());
  int result = system_poll(files, count, timeout);
  if (is_watched) since = now();
  return result;
}
