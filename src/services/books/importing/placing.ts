import type { Transaction } from '#/storage/port.ts'
import { shelfTitleLengthMax } from '../domain/shelf.ts'
import type { BooksParts } from '../operation.ts'
import { addToShelf } from '../shelving.ts'
import type { Place } from './entry.ts'

type PlacingParts = Pick<
  BooksParts,
  'database' | 'shelves' | 'contents' | 'clock' | 'enqueue' | 'shelfVolumesMax' | 'customShelvesMax'
>

/** So many volumes are put on shelves by one transaction. */
const placesPerTransaction = 100

/** Where the volumes of an exported library stand, until they are put there. */
export class Placing {
  readonly #byShelf = new Map<number | string, { volumeId: string; position: number }[]>()

  note(volumeId: string, places: readonly Place[]): void {
    for (const { shelf, position = Number.POSITIVE_INFINITY } of places) {
      const key = typeof shelf === 'string' ? shelf.slice(0, shelfTitleLengthMax) : shelf
      const list = this.#byShelf.get(key) ?? []
      list.push({ volumeId, position })
      this.#byShelf.set(key, list)
    }
  }

  /** Puts them there, behind what stands there already; says how many were noted. */
  async put(parts: PlacingParts, userId: string): Promise<number> {
    let placed = 0
    for (const [name, list] of this.#byShelf) {
      const shelf = await parts.database.transaction((tx) => shelfId(parts, tx, { userId, name }))
      // Sorting keeps the order of the file among those whose place is not known.
      const ordered = list.toSorted((a, b) => order(a.position, b.position))
      for (let at = 0; at < ordered.length; at += placesPerTransaction) {
        const some = ordered.slice(at, at + placesPerTransaction)
        await parts.database.transaction(async (tx) => {
          for (const { volumeId } of some) await addToShelf(parts, tx, { userId, shelf, volumeId })
        })
        placed += some.length
      }
    }
    return placed
  }
}

const order = (one: number, two: number): number => (one === two ? 0 : one < two ? -1 : 1)

/** The shelf that is meant; one that the user does not have is made. */
async function shelfId(
  { shelves, clock, customShelvesMax }: PlacingParts,
  tx: Transaction,
  { userId, name }: { userId: string; name: number | string },
): Promise<string> {
  if (typeof name === 'number') return String(name)
  const wanted = name.toLowerCase()
  const { nextId: id, count } = await shelves.lockCustom(tx, userId)
  const known = (await shelves.list(tx, userId))?.find(
    ({ title }) => title.toLowerCase() === wanted,
  )
  if (known !== undefined) return String(known.id)
  if (count >= customShelvesMax) {
    throw new Error(`There is no room for a shelf ${name}: ${customShelvesMax} is the most.`)
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
