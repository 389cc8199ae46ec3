import { type GeneratedVolume, generatedVolume } from '../../bench/generated-volumes.ts'

/** A query that was made from a volume, and the volume that it means. */
interface GeneratedItem {
  readonly query: string
  readonly id: string
}

export const generatedCount = 3000

export const generatedVolumes: readonly GeneratedVolume[] = Array.from(
  { length: generatedCount },
  (_, number) => generatedVolume(number),
)

type Way = (volume: GeneratedVolume) => string

const ways: readonly Way[] = [
  ({ volumeInfo }) => volumeInfo.title,
  ({ volumeInfo }) => `${volumeInfo.title} ${surname(volumeInfo.authors[0]!)}`,
  ({ volumeInfo }) => `${volumeInfo.authors[0]} ${volumeInfo.title}`.toLowerCase(),
  ({ volumeInfo }) => `isbn:${volumeInfo.industryIdentifiers[0]!.identifier}`,
  ({ volumeInfo }) => misspelt(volumeInfo.title),
  ({ volumeInfo }) => `"${volumeInfo.title}"`,
]

const surname = (name: string) => name.split(' ').at(-1)!

/** The longest word without a letter in its middle. */
function misspelt(title: string): string {
  const longest = title.split(' ').toSorted((one, other) => other.length - one.length)[0]!
  const middle = Math.floor(longest.length / 2)
  return title.replace(longest, longest.slice(0, middle) + longest.slice(middle + 1))
}

/** What somebody types who has a volume in mind: one way for each volume, in turn. */
export const generatedItems: readonly GeneratedItem[] = generatedVolumes
  .filter(({ volumeInfo }) => volumeInfo.title.split(' ').length >= 3)
  .slice(0, 120)
  .map((volume, place) => ({ id: volume.id, query: ways[place % ways.length]!(volume) }))
