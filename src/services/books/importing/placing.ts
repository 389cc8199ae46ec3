import { ApiError, limitExceeded } from '#/kernel/errors.ts'
import type { Transaction } from '#/storage/port.ts'
import { shelfTitleLengthMax } from '../domain/shelf.ts'
import type { BooksDependencies } from '../operation.ts'
import { importReview } from '../reviewing/put-review.ts'
import { isEmptyReview, mergedReview, noReview, type Review } from '../reviewing/review.ts'
import { addToShelf } from '../shelving.ts'
import type { Place } from './entry.ts'

type PlacingContext = Pick<
  BooksDependencies,
  | 'database'
  | 'shelves'
  | 'contents'
  | 'reviews'
  | 'clock'
  | 'enqueue'
  | 'shelfVolumesMax'
  | 'customShelvesMax'
>

/** The number of volumes per transaction. */
const placesPerTransaction = 100

/** Collects the positions of an exported library's volumes, and writes them. */
export class Placing {
  readonly #byShelf = new Map<number | string, (Added & { position: number })[]>()
  readonly #reviews = new Map<string, Review>()

  note(volumeId: string, places: readonly Place[], review: Review = noReview): void {
    for (const { shelf, position = Number.POSITIVE_INFINITY, addedOn } of places) {
      const key = typeof shelf === 'string' ? shelf.slice(0, shelfTitleLengthMax) : shelf
      const list = this.#byShelf.get(key) ?? []
      list.push({ volumeId, position, addedAtMs: dayMs(addedOn) })
      this.#byShelf.set(key, list)
    }
    if (isEmptyReview(review)) return
    const placed = this.#reviews.get(volumeId) ?? noReview
    this.#reviews.set(volumeId, mergedReview(placed, review))
  }

  /** The number of volumes with a rating, a review or a reading date. */
  get reviewCount(): number {
    return this.#reviews.size
  }

  /**
   * Adds the volumes to the ends of their shelves, and returns how many were added. With `onRefused`,
   * a refusal does not keep other volumes from being added.
   */
  async put(
    context: PlacingContext,
    userId: string,
    onRefused?: (refused: RefusedPlace) => void,
  ): Promise<number> {
    let placed = 0
    for (const [name, list] of this.#byShelf) {
      const shelf = await unlessRefused(
        () => context.database.transaction((tx) => shelfId(context, tx, { userId, name })),
        onRefused,
      )
      if (shelf === undefined) continue
      // The sort is stable, so that volumes without a position keep the order of the file.
      const ordered = list.toSorted((a, b) => order(a.position, b.position))
      for (let at = 0; at < ordered.length; at += placesPerTransaction) {
        const some = ordered.slice(at, at + placesPerTransaction)
        placed += await putSome(context, { userId, shelf }, some, onRefused)
      }
    }
    for (const [volumeId, review] of this.#reviews) {
      await unlessRefused(
        () =>
          context.database.transaction((tx) =>
            importReview(context, tx, { userId, volumeId, ...review }),
          ),
        onRefused,
      )
    }
    return placed
  }
}

interface Added {
  readonly volumeId: string
  readonly addedAtMs: number | undefined
}

/** Noon, which is the same day in most time zones. */
const dayMs = (day: string | undefined): number | undefined =>
  day !== undefined && day.length === 'YYYY-MM-DD'.length
    ? Temporal.Instant.from(`${day}T12:00Z`).epochMilliseconds
    : undefined

interface RefusedPlace {
  readonly volumeId?: string
  readonly reason: string
}

/** Puts all at once; if one is refused, each separately. */
async function putSome(
  context: PlacingContext,
  named: { readonly userId: string; readonly shelf: string },
  some: readonly Added[],
  onRefused: ((refused: RefusedPlace) => void) | undefined,
): Promise<number> {
  try {
    await context.database.transaction(async (tx) => {
      for (const { volumeId, addedAtMs } of some) {
        await addToShelf(context, tx, { ...named, volumeId, addedAtMs })
      }
    })
    return some.length
  } catch (error) {
    if (onRefused === undefined || !(error instanceof ApiError) || error.status >= 500) throw error
  }
  let placed = 0
  for (const { volumeId, addedAtMs } of some) {
    const put = () =>
      context.database.transaction(async (tx) => {
        await addToShelf(context, tx, { ...named, volumeId, addedAtMs })
        return true
      })
    const tell = ({ reason }: RefusedPlace) => onRefused({ volumeId, reason })
    if ((await unlessRefused(put, tell)) !== undefined) placed++
  }
  return placed
}

async function unlessRefused<T>(
  work: () => Promise<T>,
  onRefused: ((refused: RefusedPlace) => void) | undefined,
): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (onRefused === undefined || !(error instanceof ApiError) || error.status >= 500) throw error
    onRefused({ reason: error.message })
    return undefined
  }
}

const order = (one: number, two: number): number => (one === two ? 0 : one < two ? -1 : 1)

/** The shelf, which is created if the user does not have it. */
async function shelfId(
  { shelves, clock, customShelvesMax }: PlacingContext,
  tx: Transaction,
  { userId, name }: { userId: string; name: number | string },
): Promise<string> {
  if (typeof name === 'number') return String(name)
  const lowered = name.toLowerCase()
  const { nextId: id, count } = await shelves.lockCustom(tx, userId)
  const existing = (await shelves.list(tx, userId))?.find(
    ({ title }) => title.toLowerCase() === lowered,
  )
  if (existing !== undefined) return String(existing.id)
  if (count >= customShelvesMax) {
    throw limitExceeded(`There is no room for a shelf ${name}: ${customShelvesMax} is the most.`)
  }
  const nowMs = clock.nowMs()
  await shelves.add(tx, {
    userId,
    id,
    key: id,
    title: name,
    description: '',
    access: 'PRIVATE',
    volumeCount: 0,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    volumesUpdatedAtMs: nowMs,
  })
  return String(id)
}
