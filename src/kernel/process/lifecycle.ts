/** What a part of a site does at the stages of its life, in the order of these stages. */
export interface Lifecycle {
  /** Adds what a new or reset database lacks; repeating it changes nothing. */
  prepare?(): Promise<void>
  /** Begins background work. */
  start?(): Promise<void> | void
  /** Drops what is known of a database whose contents have been replaced. */
  forget?(incarnation: string): void
  /** Ends what keeps clients connected, before the server stops. */
  beginDraining?(): void
  /** Writes what is only in memory. */
  flush?(): Promise<void>
  /** Ends background work, which may not have begun. */
  stop?(): Promise<void> | void
}
