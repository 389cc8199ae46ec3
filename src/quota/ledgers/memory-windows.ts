import { recent } from '#/kernel/versioned-cache.ts'
import { SubjectUse, unused } from './subject-use.ts'

/** Counts use in the memory of this process only, for a bounded number of recent subjects. */
export class MemoryWindows {
  readonly #uses: ReturnType<typeof recent<SubjectUse>>

  constructor({ subjectsMax }: { readonly subjectsMax: number }) {
    this.#uses = recent(subjectsMax)
  }

  get size(): number {
    return this.#uses.size
  }

  /** The use of a subject in the current minute and day, which starts at zero. */
  useOf(subject: string, nowMs: number): SubjectUse {
    const uses = this.#uses.get(subject)
    if (uses === undefined) {
      const use = new SubjectUse(subject, nowMs, unused)
      this.#uses.set(subject, use)
      return use
    }
    if (!uses.isOfMinute(nowMs)) uses.moveTo(nowMs)
    return uses
  }

  clear(): void {
    this.#uses.clear()
  }
}
