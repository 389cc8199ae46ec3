/** What is wrong with a seed, and where in it. */
export class SeedError extends Error {
  override readonly name = 'SeedError'
  readonly path: string
  readonly reason: string

  /** `path` names an entry, such as `calendars[2].events[0].start`; empty for the whole document. */
  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(path === '' ? reason : `${path}: ${reason}`, options)
    this.path = path
    this.reason = reason
  }
}
