import type { Clock } from '#/kernel/clock.ts'
import type { Log } from '#/kernel/log.ts'
import type { Database, Transaction } from '#/storage/port.ts'
import { recentlyViewed } from './domain/predefined-shelves.ts'
import { changedShelf, type Shelf, shelfWithCount } from './domain/shelf.ts'
import { isInReach } from './domain/shelf-order.ts'
import { makeRoom } from './shelf-moving.ts'
import type { ShelfContents } from './store/shelf-contents.ts'
import type { Shelves } from './store/shelves.ts'

interface RecentViewsContext {
  readonly database: Database
  readonly shelves: Shelves
  readonly contents: ShelfContents
  readonly clock: Clock
  readonly log: Log
  /** The number of volumes that stay on the shelf. */
  readonly recentlyViewedMax: number
  /** The number of users whose views can be pending. */
  readonly recentViewersMax: number
}

const writeAfterMs = 250
// They can share one commit, which blocks other work.
const usersAtOnce = 8

/**
 * Maintains the shelf of recently viewed volumes. Viewing a volume does not wait for it: views are written in
 * batches soon after, or before the user's shelves are shown. A crash loses the last ones.
 */
export class RecentViews {
  readonly #context: RecentViewsContext
  /** The pending views of each user, the last one at the end. */
  readonly #waiting = new Map<string, Set<string>>()
  readonly #underWay = new Map<string, Promise<void>>()
  #timer: NodeJS.Timeout | undefined

  constructor(context: RecentViewsContext) {
    this.#context = context
  }

  note(userId: string, volumeId: string): void {
    const { recentViewersMax, recentlyViewedMax } = this.#context
    let views = this.#waiting.get(userId)
    if (views === undefined) {
      if (this.#waiting.size >= recentViewersMax) return
      views = new Set()
      this.#waiting.set(userId, views)
    }
    views.delete(volumeId)
    views.add(volumeId)
    const [oldest] = views
    if (views.size > recentlyViewedMax) views.delete(oldest!)
    this.#timer ??= setTimeout(() => this.flush(), writeAfterMs).unref()
  }

  /** Resolves when all views of the user so far are on the shelf. */
  whenWritten(userId: string): Promise<void> | undefined {
    return this.#waiting.has(userId) ? this.#write(userId) : this.#underWay.get(userId)
  }

  /** Writes all pending views. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const users = [...this.#waiting.keys()]
    for (let first = 0; first < users.length; first += usersAtOnce) {
      const some = users.slice(first, first + usersAtOnce)
      await Promise.all(some.map((userId) => this.whenWritten(userId)))
    }
    await Promise.all(this.#underWay.values())
  }

  #write(userId: string): Promise<void> {
    const views = this.#waiting.get(userId)!
    this.#waiting.delete(userId)
    const before = this.#underWay.get(userId) ?? Promise.resolve()
    const written = before
      .then(() => this.#context.database.transaction((tx) => this.#put(tx, userId, views)))
      .catch((err: unknown) =>
        this.#context.log.warn('could not save recently viewed volumes', { err }),
      )
      .finally(() => {
        if (this.#underWay.get(userId) === written) this.#underWay.delete(userId)
      })
    this.#underWay.set(userId, written)
    return written
  }

  async #put(tx: Transaction, userId: string, views: ReadonlySet<string>): Promise<void> {
    const { shelves, contents, clock, recentlyViewedMax } = this.#context
    const before = await shelves.lock(tx, { userId, id: recentlyViewed })
    if (before === undefined) return
    const nowMs = clock.nowMs()
    let shelf = before
    for (const volumeId of views) shelf = await this.#putOne(tx, shelf, { volumeId, nowMs })
    if (shelf.volumeCount > recentlyViewedMax) {
      const trimmed = await contents.trim(tx, shelf, recentlyViewedMax)
      shelf = shelfWithCount(shelf, nowMs, shelf.volumeCount - trimmed)
    }
    if (shelf !== before) await shelves.recount(tx, shelf)
  }

  /** Moves a volume to the front of the shelf. Returns the same shelf if nothing changes. */
  async #putOne(
    tx: Transaction,
    shelf: Shelf,
    { volumeId, nowMs }: { volumeId: string; nowMs: number },
  ): Promise<Shelf> {
    const { contents } = this.#context
    const placed = await contents.find(tx, shelf, volumeId)
    const [first] = await contents.others(tx, shelf, { volumeId, startIndex: 0, count: 1 })
    const isFirst =
      placed !== undefined && !(first !== undefined && first.position < placed.position)
    const isKnown = (await contents.kindOf(tx, volumeId)) !== undefined
    if (isFirst || !isKnown) return shelf
    const position = await contents.prepend(tx, shelf, { volumeId, addedAtMs: nowMs })
    if (!isInReach(position)) await makeRoom({ contents, tx, shelf }, volumeId, 0)
    return placed === undefined
      ? shelfWithCount(shelf, nowMs, shelf.volumeCount + 1)
      : changedShelf(shelf, nowMs)
  }
}
