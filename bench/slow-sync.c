/* Makes every sync take two milliseconds longer, to imitate a slower disk. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

static int slowly(const char *name, int fd) {
  int (*sync_file)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  usleep(2000);
  return sync_file(fd);
}

int fsync(int fd) { return slowly("fsync", fd); }
int fdatasync(int fd) { return slowly("fdatasync", fd); }
