import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Cost, compare } from '../comparison.ts'
import type { Bounds, Figure } from '../figure.ts'
import { type GeneratedVolume, generatedVolume, randomNumbers } from '../generated-volumes.ts'
import { latencies, percentile } from '../latency.ts'
import { sendLoad } from '../load.ts'
import { benchFolder, makePlace, type Place } from '../place.ts'
import { requestBytes } from '../request.ts'

const connections = 16
// By then most common words are in memory.
const warmUpQueries = 12_000
const countedQueries = 6_000
const timedQueries = 2_000

/** Searches of all kinds in a catalog, none of them asked twice. */
export const measureBooksSearch = () =>
  measure(200_000, {
    cpu: { better: 'lower', floor: 2000, aim: 1000 },
    latency: { better: 'lower', floor: 100, aim: 50 },
  })

export const measureBooksSearchMillion = () =>
  measure(1_000_000, {
    cpu: { better: 'lower', floor: 2600, aim: 1300 },
    latency: { better: 'lower', floor: 130, aim: 65 },
  })

async function measure(
  volumes: number,
  bounds: { readonly cpu: Bounds; readonly latency: Bounds },
): Promise<Figure[]> {
  await using folder = await benchFolder()
  const place = await makePlace(folder.path)
  await importGeneratedVolumes(place, volumes)
  // Results that are kept would measure a table and not the search.
  await using server = await place.start({ environment: { ALMANAC_SEARCH_ANSWERS_MAX: '1' } })
  const counted = warmUpQueries + countedQueries
  const requests = searchPaths(counted, volumes).map((path) => requestBytes({ path }))
  await sendLoad({ port: server.port, requests, count: warmUpQueries, connections })
  const [cost] = (await compare([{ server, requests: requests.slice(warmUpQueries) }], {
    connections,
    requestsPerRound: countedQueries,
    rounds: 1,
    warmUpRequests: 0,
  })) as [Cost]
  const timed = {
    port: server.port,
    paths: searchPaths(timedQueries, volumes, counted),
    count: timedQueries,
  }
  const taken = await latencies({ ...timed, connections })
  const size = `${volumes.toLocaleString('en')} volumes`
  return [
    {
      name: `search among ${size}`,
      value: cost.cpuUs,
      unit: 'us',
      bounds: bounds.cpu,
      detail: `titles, authors, ISBNs, phrases, common words, operators, errors; ${cost.perSecond.toFixed(0)} requests/s`,
    },
    {
      name: `search among ${size}, 99th percentile`,
      value: percentile(taken, 0.99),
      unit: 'ms',
      bounds: bounds.latency,
      detail: `${connections} connections, half within ${percentile(taken, 0.5).toFixed(1)} ms`,
    },
  ]
}

/** Fills the catalog of a place; no server may be running. */
export async function importGeneratedVolumes(place: Place, volumes: number): Promise<void> {
  const file = join(place.folder, 'books.jsonl')
  await pipeline(Readable.from(lines(volumes)), createWriteStream(file))
  await place.almanac('books', 'import', file, '--format', 'jsonl')
}

/** Searches of all kinds, none of them twice. */
export const searchPaths = (count: number, volumes: number, from = 0): string[] =>
  Array.from({ length: count }, (_, index) => {
    const query = queryOf(from + index, volumes)
    return `/books/v1/volumes?q=${encodeURIComponent(query)}`
  })

const linesPerChunk = 1000

function* lines(volumes: number): Iterable<string> {
  for (let from = 0; from < volumes; from += linesPerChunk) {
    const count = Math.min(linesPerChunk, volumes - from)
    const chunk = Array.from({ length: count }, (_, at) =>
      JSON.stringify(generatedVolume(from + at)),
    )
    yield `${chunk.join('\n')}\n`
  }
}

/** A query about a volume from anywhere in the catalog, of one kind after the other. */
function queryOf(index: number, volumes: number): string {
  const random = randomNumbers(index + 7)
  const volume = generatedVolume(Math.floor(random() * volumes))
  return kinds[index % kinds.length]!(volume, random)
}

type Kind = (volume: GeneratedVolume, random: () => number) => string

const kinds: readonly Kind[] = [
  ({ volumeInfo }) => volumeInfo.title,
  ({ volumeInfo }) => `${volumeInfo.title} ${lastWord(volumeInfo.authors[0]!)}`,
  ({ volumeInfo }) => volumeInfo.authors[0]!,
  ({ volumeInfo }) => `isbn:${volumeInfo.industryIdentifiers[0]!.identifier}`,
  ({ volumeInfo }) => `"${volumeInfo.title}"`,
  ({ volumeInfo }) => longestWord(volumeInfo.title),
  ({ volumeInfo }) =>
    `intitle:${longestWord(volumeInfo.title)} inauthor:${lastWord(volumeInfo.authors[0]!)}`,
  ({ volumeInfo }) => `${longestWord(volumeInfo.title)} -${lastWord(volumeInfo.authors[0]!)}`,
  ({ volumeInfo }, random) => misspelt(volumeInfo.title, random),
  ({ volumeInfo }) => `subject:${lastWord(volumeInfo.categories[0]!)}`,
]

const lastWord = (text: string) => text.split(' ').at(-1)!

const longestWord = (text: string) =>
  text.split(' ').toSorted((one, other) => other.length - one.length)[0]!

/** The longest word without one of its letters. */
function misspelt(title: string, random: () => number): string {
  const word = longestWord(title)
  const at = 1 + Math.floor(random() * (word.length - 2))
  return title.replace(word, word.slice(0, at) + word.slice(at + 1))
}
