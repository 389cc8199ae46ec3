import type { Log } from '#/kernel/log.ts'

/** Turns what a library writes to the console into lines of our log. */
export function logLibraryOutput(log: Log): void {
  const write = (text: unknown) => log.debug('library output', { text: String(text) })
  Object.assign(globalThis.console, { info: write, warn: write })
}
