/**
 * Kills this process when its parent has ended for any reason. An ordinary exit would wait for native code,
 * such as a query that may run for minutes.
 */
export const endWithParent = (): void =>
  void process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
