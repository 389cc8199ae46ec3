/** What a guesser tries first, with how much of a secret it is, in bits. */
type Weakness = 'commonWord' | 'keyboardRow' | 'sequence' | 'repetition' | 'year' | 'ownAddress'

export interface Strength {
  readonly bits: number
  /** What makes the password easier to guess than its length suggests. */
  readonly weaknesses: readonly Weakness[]
}

interface Piece {
  readonly length: number
  readonly bits: number
  readonly weakness?: Weakness
}

interface Best {
  readonly bits: number
  readonly weaknesses: readonly Weakness[]
}

/** What stands behind so many characters makes no password worse. */
const charactersMax = 64
const patternLengthMin = 3

const weakBits: Readonly<Record<Weakness, number>> = {
  commonWord: 8,
  keyboardRow: 6,
  sequence: 6,
  repetition: 6,
  year: 7,
  ownAddress: 2,
}

/**
 * How hard a password is to guess for somebody who knows how people choose them: the sum of the cheapest
 * pieces that it can be put together from. `ownWords` are parts of the address of its user.
 */
export function passwordStrength(password: string, ownWords: readonly string[] = []): Strength {
  const typed = [...password.normalize('NFKC').toLowerCase()].slice(0, charactersMax).join('')
  const spelled = typed.replace(/[@$!013457]/g, (character) => spelledOut[character]!)
  const best: Best[] = [{ bits: 0, weaknesses: [] }]
  for (let end = 1; end <= typed.length; end++) {
    for (const { length, bits, weakness } of piecesBefore({ typed, spelled, end, ownWords })) {
      const before = best[end - length]!
      const total = before.bits + bits
      if (total >= (best[end]?.bits ?? Number.POSITIVE_INFINITY)) continue
      const weaknesses =
        weakness === undefined ? before.weaknesses : [...before.weaknesses, weakness]
      best[end] = { bits: total, weaknesses }
    }
  }
  const { bits, weaknesses } = best[typed.length]!
  return { bits, weaknesses: [...new Set(weaknesses)] }
}

/** Signs that stand for a letter, and the letter. */
const spelledOut: Readonly<Record<string, string>> = {
  '@': 'a',
  $: 's',
  '!': 'i',
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
}

interface Place {
  readonly typed: string
  readonly spelled: string
  readonly end: number
  readonly ownWords: readonly string[]
}

/** Everything that may end here. */
function* piecesBefore({ typed, spelled, end, ownWords }: Place): Iterable<Piece> {
  yield { length: 1, bits: characterBits(typed[end - 1]!) }
  const endsWith = (word: string) => typed.endsWith(word, end) || spelled.endsWith(word, end)
  for (const word of ownWords) if (endsWith(word)) yield weakPiece('ownAddress', word.length)
  for (const word of commonWords) if (endsWith(word)) yield weakPiece('commonWord', word.length)
  for (let length = patternLengthMin; length <= end; length++) {
    const part = typed.slice(end - length, end)
    const weakness = patternOf(part)
    if (weakness !== undefined) yield weakPiece(weakness, length)
  }
}

const weakPiece = (weakness: Weakness, length: number): Piece => ({
  length,
  bits: weakBits[weakness],
  weakness,
})

function characterBits(character: string): number {
  if (/\d/.test(character)) return 3.3
  return /[a-z]/.test(character) ? 4.7 : 5.5
}

function patternOf(part: string): Weakness | undefined {
  if (keyboardRows.some((row) => row.includes(part))) return 'keyboardRow'
  if (sequences.some((sequence) => sequence.includes(part))) return 'sequence'
  if (/^(.{1,4})\1+$/u.test(part) && part.length > patternLengthMin) return 'repetition'
  if (/^(.)\1+$/u.test(part)) return 'repetition'
  return /^(?:19|20)\d\d$/.test(part) ? 'year' : undefined
}

const bothWays = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => [text, [...text].reverse().join('')])

const keyboardRows = bothWays([
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  '1qaz',
  '2wsx',
  '3edc',
  '4rfv',
  '5tgb',
  '6yhn',
  '7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
])

const sequences = bothWays(['01234567890', '1029384756', 'abcdefghijklmnopqrstuvwxyz'])

/** The words that lists of stolen passwords are made of. */
const commonWords: readonly string[] = `
  admin administrator almanac angel apple august autumn baby banana baseball basketball batman biteme
  buster butterfly calendar changeme charlie cheese chelsea chocolate computer cookie daniel dragon
  december demo eagle family february fluffy flower football freedom friday friend fuckyou ginger google
  guest hannah harley hello hockey hunter iceman iloveyou internet jackson january jasmine jennifer jessica
  jordan joshua july june justin killer letmein liverpool login london love lovely maggie march marina
  martin master matrix matthew michael michelle mickey monday monkey mother mustang naruto nicole ninja
  november october office orange pass passwd password passwort people pepper pokemon princess purple
  ranger robert samantha samsung saturday school secret september server shadow silver slayer snoopy
  soccer spring starwars summer sunday sunshine superman system taylor temp test thomas thunder thursday
  tigger trustno tuesday user wednesday welcome whatever william winter wizard yellow zaq zaqwsx
`
  .trim()
  .split(/\s+/)
