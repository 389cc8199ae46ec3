/**
 * Ends this process as soon as the one that forked it has ended, however that came about. It is killed,
 * because an ordinary exit waits for native code, such as a query that may run for minutes.
 */
export const endWithParent = (): void =>
  void process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
