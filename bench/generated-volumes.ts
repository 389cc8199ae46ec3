/** Volumes that nobody has written, the same for the same seed: words follow Zipf's law as in titles. */
export interface GeneratedVolume {
  readonly id: string
  readonly volumeInfo: {
    readonly title: string
    readonly subtitle?: string
    readonly authors: readonly string[]
    readonly publisher: string
    readonly publishedDate: string
    readonly categories: readonly string[]
    readonly industryIdentifiers: readonly { readonly type: string; readonly identifier: string }[]
    readonly language: string
    readonly pageCount: number
    readonly ratingsCount?: number
    readonly description?: string
  }
}

const vocabularySize = 60_000
const surnames = 20_000
const givenNames = 1_500
const glue = ['the', 'of', 'and', 'a', 'in', 'to', 'for', 'with', 'on', 'from']
const subjects = ['Fiction', 'History', 'Science', 'Poetry', 'Travel', 'Art', 'Law', 'Music']
const languages = ['en', 'en', 'en', 'en', 'en', 'en', 'de', 'fr', 'es', 'it']

/** The volume of a number; its neighbors need not be made for it. */
export function generatedVolume(number: number): GeneratedVolume {
  const random = randomNumbers(number + 1)
  const title = titleOf(random)
  const authors = Array.from({ length: random() < 0.8 ? 1 : 2 }, () => personOf(random))
  const isRated = random() < 0.3
  return {
    id: `gen${number.toString(36).padStart(9, '0')}`,
    volumeInfo: {
      title,
      ...(random() < 0.25 && { subtitle: titleOf(random) }),
      authors,
      publisher: `${capital(syllables(zipf(random, 3000) + 7_000_000))} Press`,
      publishedDate: String(1900 + Math.floor(random() * 125)),
      categories: [`${pick(random, subjects)} / ${capital(wordOf(zipf(random, 400)))}`],
      industryIdentifiers: [{ type: 'ISBN_13', identifier: isbn13(number) }],
      language: pick(random, languages),
      pageCount: 50 + Math.floor(random() * 900),
      ...(isRated && { ratingsCount: Math.floor(1 / (random() + 1e-6)) }),
      ...(random() < 0.3 && { description: wordsOf(random, 40) }),
    },
  }
}

function isbn13(number: number): string {
  const digits = `978${String(number).padStart(9, '0')}`
  let sum = 0
  for (let index = 0; index < 12; index++) sum += Number(digits[index]) * (index % 2 === 0 ? 1 : 3)
  return digits + String((10 - (sum % 10)) % 10)
}

type Random = () => number

/** Numbers from 0 to 1 that follow from a seed. */
export function randomNumbers(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A place in a list of which each is half as likely as the one at half its place. */
const zipf = (random: Random, size: number) => Math.floor(size ** random()) - 1

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!

function titleOf(random: Random): string {
  const count = 1 + Math.floor(random() * 5)
  const words: string[] = random() < 0.4 ? ['The'] : []
  for (let index = 0; index < count; index++) {
    if (index > 0 && random() < 0.4) words.push(pick(random, glue))
    words.push(capital(wordOf(zipf(random, vocabularySize))))
  }
  return words.join(' ')
}

const personOf = (random: Random) => {
  const given = capital(syllables(zipf(random, givenNames) + 3_000_000))
  const middle =
    random() < 0.2 ? ` ${capital(syllables(Math.floor(random() * 21))).slice(0, 1)}.` : ''
  return `${given}${middle} ${capital(syllables(zipf(random, surnames) + 5_000_000))}`
}

export const wordsOf = (random: Random, count: number) =>
  Array.from({ length: count }, () =>
    random() < 0.45 ? pick(random, glue) : wordOf(zipf(random, vocabularySize)),
  ).join(' ')

const wordOf = (place: number) => syllables(place + 11)

const onsets = 'b br c ch d dr f g gr h j k l m n p pr r s st t tr v w z'.split(' ')
const vowels = 'a e i o u ai ea ou'.split(' ')
const codas = ['', 'n', 'r', 'l', 's', 'm', 't', 'nd']

/** A word that can be said, another for each number. */
function syllables(number: number): string {
  let rest = Math.imul(number, 2654435761) >>> 0
  let word = ''
  const count = 2 + (rest % 2)
  for (let index = 0; index < count; index++) {
    word += onsets[rest % onsets.length]! + vowels[(rest >>> 5) % vowels.length]!
    rest = Math.imul(rest ^ (rest >>> 9), 2246822519) >>> 0
  }
  return word + codas[rest % codas.length]! + (number % 3 === 0 ? codas[(rest >>> 4) % 4]! : '')
}

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1)
