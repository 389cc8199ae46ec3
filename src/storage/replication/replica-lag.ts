/** The age of the oldest commit that may be missing in the replica. */
export class ReplicaLag {
  #behindSinceMs: number | undefined
  #lastCommitMs = 0

  constructor(startedAtMs: number) {
    this.#behindSinceMs = startedAtMs
  }

  get isComplete(): boolean {
    return this.#behindSinceMs === undefined
  }

  ageMs(nowMs: number): number {
    return this.#behindSinceMs === undefined ? 0 : nowMs - this.#behindSinceMs
  }

  noteCommit(atMs: number): void {
    this.#lastCommitMs = atMs
    this.fallBehind(atMs)
  }

  /** Commits since then may be missing. */
  fallBehind(sinceMs: number): void {
    this.#behindSinceMs ??= sinceMs
  }

  /** The replica has everything that was committed by then. */
  noteComplete(atMs: number): void {
    this.#behindSinceMs = this.#lastCommitMs < atMs ? undefined : atMs
  }
}
