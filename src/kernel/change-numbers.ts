/**
 * The change numbers of one collection. They only grow, and they come in runs: each incarnation of the
 * database gives its own, beginning a random distance beyond the last one. Two histories that have
 * parted, such as a server's and that of a copy of its data, therefore never give one number to
 * different changes, and a number says by itself which history it belongs to.
 */
export interface ChangeNumbers {
  /** The number of the last change. */
  readonly last: number
  /**
   * The present run as its incarnation and its base, then earlier runs as `base+span`, the latest first.
   * The numbers of a run are greater than its base, which stands for the collection as it was before.
   */
  readonly runs: string
}

/** The numbers of a collection that has never changed. */
export const noNumbers: ChangeNumbers = { last: 0, runs: '' }

// Numbers below are those of versions that had no runs. Above, an etag of 16 digits would not do.
const numberMin = 1e14
const numberMax = 6e15
// A base lies up to this part of what is left beyond the last number.
const stepPart = 1 / 4096
const stepMin = 1_000_000
// What is older than so many incarnations in which the collection changed has to be read anew.
const runsMax = 64

/** The numbers after one more change. */
export function nextNumbers(numbers: ChangeNumbers, incarnation: string): ChangeNumbers {
  const { last, runs } = numbers
  if (runs.startsWith(incarnation)) return { last: last + 1, runs }
  const base = nextBase(last, incarnation)
  return { last: base + 1, runs: [incarnation, text(base), ...earlierRuns(numbers)].join(' ') }
}

/** The runs as a copy has them: none goes on, whichever incarnation writes next. */
export const endedRuns = (runs: string): string => runs.replace(/^\w+/, '-')

/** Whether the collection has ever stood at the number, as far as it remembers. */
export function includesNumber({ last, runs }: ChangeNumbers, number: number): boolean {
  const [, base = '0', ...earlier] = runs.split(' ')
  if (number > last) return false
  if (number >= value(base)) return true
  return earlier.some((run) => {
    const [first, span] = run.split('+').map(value) as [number, number]
    return number >= first && number <= first + span
  })
}

const incarnationDigits = 10
const incarnationBits = 51

/** The name of an incarnation, out of seven random bytes. */
export function incarnationOf(bytes: Uint8Array): string {
  const random = Buffer.from(bytes)
  const number = random.readUIntBE(0, 6) * 8 + (random[6]! & 7)
  return text(number).padStart(incarnationDigits, '0')
}

function nextBase(last: number, incarnation: string): number {
  const start = Math.max(last, numberMin) + stepMin
  const left = Math.max(numberMax - start, 0)
  return start + Math.floor((value(incarnation) / 2 ** incarnationBits) * left * stepPart)
}

function earlierRuns({ last, runs }: ChangeNumbers): string[] {
  const [, base = '0', ...earlier] = runs.split(' ')
  return [`${base}+${text(last - value(base))}`, ...earlier].slice(0, runsMax - 1)
}

const text = (number: number) => number.toString(36)
const value = (digits: string) => Number.parseInt(digits, 36)
