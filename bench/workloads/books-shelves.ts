import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Cost, compare } from '../comparison.ts'
import type { Figure } from '../figure.ts'
import { benchFolder, makePlace } from '../place.ts'
import { requestBytes } from '../request.ts'

const shelves = [0, 2, 3, 4]
const volumesPerShelf = 100
const catalogVolumes = 5_000

/** Volumes put on shelves, moved there and taken off again, each change on disk when answered. */
export async function measureBooksShelves(): Promise<Figure[]> {
  await using folder = await benchFolder()
  const place = await makePlace(folder.path)
  await place.almanac('books', 'import', catalogIn(folder.path), '--format', 'jsonl')
  await using server = await place.start()
  const [cost] = (await compare([{ server, requests: changes(place.token) }], {
    connections: 16,
    requestsPerRound: 4_800,
    rounds: 9,
    warmUpRequests: 24_000,
  })) as [Cost]
  return [
    {
      name: 'durable change of a shelf',
      value: cost.cpuUs,
      unit: 'us',
      bounds: { better: 'lower', floor: 250, aim: 150 },
      detail: `a third each added, moved and removed, ${cost.perSecond.toFixed(0)} requests/s`,
    },
  ]
}

const volumeId = (index: number) => `bench${String(index).padStart(7, '0')}`

function catalogIn(folder: string): string {
  const file = join(folder, 'books.jsonl')
  const lines = Array.from({ length: catalogVolumes }, (_, index) =>
    JSON.stringify({ id: volumeId(index), volumeInfo: { title: `Volume ${index}` } }),
  )
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}

/** Fills all shelves, puts each in another order and empties them, to begin again. */
function changes(token: string): Buffer[] {
  const standing = shelves.flatMap((shelf, at) =>
    Array.from({ length: volumesPerShelf }, (_, index) => ({
      shelf,
      index,
      id: volumeId((at * volumesPerShelf + index) * 11),
    })),
  )
  const change = (shelf: number, name: string, query: string) =>
    requestBytes({
      method: 'POST',
      path: `/books/v1/mylibrary/bookshelves/${shelf}/${name}?${query}`,
      token,
    })
  return [
    ...standing.map(({ shelf, id }) => change(shelf, 'addVolume', `volumeId=${id}`)),
    ...standing.map(({ shelf, id, index }) =>
      change(
        shelf,
        'moveVolume',
        `volumeId=${id}&volumePosition=${(index * 37) % volumesPerShelf}`,
      ),
    ),
    ...standing.map(({ shelf, id }) => change(shelf, 'removeVolume', `volumeId=${id}`)),
  ]
}
