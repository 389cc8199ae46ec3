type Undo = () => Promise<void>

/** The changes of this page that can be undone, latest last. */
export class UndoStack {
  readonly #levelsMax: number
  #undos: readonly Undo[] = []

  constructor(levelsMax: number) {
    this.#levelsMax = levelsMax
  }

  push(undo: Undo): void {
    this.#undos = [...this.#undos, undo].slice(-this.#levelsMax)
  }

  /** Removes a change that was undone by its message. */
  remove(undo: Undo): void {
    this.#undos = this.#undos.filter((each) => each !== undo)
  }

  /** Removes and returns the latest change. */
  pop(): Undo | undefined {
    const latest = this.#undos.at(-1)
    this.#undos = this.#undos.slice(0, -1)
    return latest
  }
}
