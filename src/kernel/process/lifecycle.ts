/** What a part of a site does at the stages of its life, in the order of these stages. */
export interface Lifecycle {
  /** Adds what a new or reset database lacks; repeating it changes nothing. */
  prepare?(): Promise<void>
  /** Begins background work. */
  start?(): Promise<void> | void
  /** Drops what is known of a database whose contents have been replaced. */
  forget?(incarnation: string): void
  /** Notes that the server will stop soon. Requests are served as usual until then. */
  beginDraining?(): void
  /** Ends responses that would otherwise last, once the port is closed. Called again and again until all have ended. */
  endStreams?(): void
  /** Writes what is only in memory. */
  flush?(): Promise<void>
  /** Ends background work, which may not have begun. */
  stop?(): Promise<void> | void
}
