import type { Database } from '#/storage/port.ts'
import { addUnits, type UsageRow, useOfSubject } from '../store.ts'
import { startsAt } from '../window.ts'
import { SubjectUse, unused } from './subject-use.ts'

const rowsPerTransactionMax = 200
// Evicts more than necessary, so that a full memory is not cleaned for every new subject.
const shareKept = 0.75
const unsavedRowsPerSubject = 4

/** Counts use in memory and saves it periodically. */
export class Tally {
  readonly #database: Database
  readonly #subjectsMax: number
  readonly #uses = new Map<string, SubjectUse>()
  /** Rows of earlier windows, and rows that could not be written. */
  #unsaved: UsageRow[] = []
  #isWriting = false
  #flushing: Promise<void> | undefined
  #makingRoom: Promise<void> | undefined
  /** Units that were dropped because the database was unavailable for too long. */
  lostUnits = 0

  constructor(database: Database, { subjectsMax }: { subjectsMax: number }) {
    this.#database = database
    this.#subjectsMax = subjectsMax
  }

  get size(): number {
    return this.#uses.size
  }

  /** Whether subjects have to be evicted before another one can be added. */
  get isFull(): boolean {
    return this.#uses.size >= this.#subjectsMax
  }

  get isFlushing(): boolean {
    return this.#flushing !== undefined
  }

  /** The use of a subject in the current minute and day, if it is in memory. */
  find(subject: string, nowMs: number): SubjectUse | undefined {
    const use = this.#uses.get(subject)
    if (use !== undefined && !use.isOfMinute(nowMs)) {
      use.takeUnsaved(this.#unsaved)
      use.moveTo(nowMs)
    }
    return use
  }

  /** The same, starting at zero if the subject is not in memory. */
  findOrBegin(subject: string, nowMs: number): SubjectUse {
    return this.find(subject, nowMs) ?? this.#keep(new SubjectUse(subject, nowMs, unused))
  }

  async load(subject: string, nowMs: number): Promise<void> {
    if (this.#uses.has(subject)) return
    const stored = await this.#database.first(useOfSubject, { subject, ...startsAt(nowMs) })
    // Another request may have loaded and charged it meanwhile.
    if (this.#uses.has(subject)) return
    this.#keep(new SubjectUse(subject, nowMs, stored ?? unused))
  }

  /** Evicts subjects after saving their use. */
  async makeRoom(): Promise<void> {
    this.#forgetSome()
    if (!this.isFull) return
    this.#makingRoom ??= this.flush().finally(() => {
      this.#makingRoom = undefined
    })
    await this.#makingRoom
  }

  /** Saves unsaved use. After a failure it is kept for the next attempt. */
  flush(): Promise<void> {
    const before = this.#flushing ?? Promise.resolve()
    const flushing = before
      .catch(() => {})
      .then(() => this.#flush())
      .finally(() => {
        if (this.#flushing === flushing) this.#flushing = undefined
      })
    this.#flushing = flushing
    return flushing
  }

  /** Drops all use, saved or not. */
  async clear(): Promise<void> {
    await this.#flushing?.catch(() => {})
    this.#uses.clear()
    this.#unsaved = []
  }

  async #flush(): Promise<void> {
    for (const use of this.#uses.values()) use.takeUnsaved(this.#unsaved)
    const rows = this.#unsaved
    this.#unsaved = []
    let savedCount = 0
    this.#isWriting = true
    try {
      for (; savedCount < rows.length; savedCount += rowsPerTransactionMax) {
        await this.#save(rows.slice(savedCount, savedCount + rowsPerTransactionMax))
      }
    } catch (error) {
      this.#unsaved = rows.slice(savedCount).concat(this.#unsaved)
      this.#loseBeyondBound()
      throw error
    } finally {
      this.#isWriting = false
    }
    this.#forgetSome()
  }

  #save(rows: UsageRow[]): Promise<unknown> {
    // Sorted, so that concurrent transactions lock rows in the same order and cannot deadlock.
    const sorted = rows.sort(bySubject)
    return this.#database.transaction((tx) =>
      Promise.all(sorted.map((row) => tx.run(addUnits, row))),
    )
  }

  #keep(use: SubjectUse): SubjectUse {
    this.#uses.set(use.subject, use)
    return use
  }

  // An evicted subject is loaded again when needed, so that only saved use may be evicted.
  #forgetSome(): void {
    if (!this.isFull || this.#isWriting || this.#unsaved.length > 0) return
    const remaining = Math.floor(this.#subjectsMax * shareKept)
    for (const use of this.#uses.values()) {
      if (this.#uses.size <= remaining) return
      if (use.unsavedUnits === 0) this.#uses.delete(use.subject)
    }
  }

  #loseBeyondBound(): void {
    for (const row of this.#unsaved.splice(unsavedRowsPerSubject * this.#subjectsMax)) {
      if (row.span === 'day') this.lostUnits += row.units
    }
  }
}

const bySubject = (a: UsageRow, b: UsageRow) =>
  a.subject < b.subject ? -1 : a.subject > b.subject ? 1 : a.startedAt - b.startedAt
