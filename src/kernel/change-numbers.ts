/**
 * The change numbers of a collection. They only grow, in runs: each incarnation of the database starts its
 * own run, at a random distance after the last number. Diverged histories, such as those of a server and of a
 * copy of its data, therefore never use the same number for different changes, and a number identifies the
 * history it belongs to.
 */
export interface ChangeNumbers {
  /** The number of the last change. */
  readonly last: number
  /**
   * The current run as its incarnation and base, then earlier runs as `base+span`, latest first. The numbers
   * of a run are greater than its base, which denotes the state before the run.
   */
  readonly runs: string
}

/** The numbers of a collection that has never changed. */
export const noNumbers: ChangeNumbers = { last: 0, runs: '' }

// Larger numbers would not fit into an etag of 16 digits.
const numberMin = 1e14
const numberMax = 6e15
// The distance to a new base is at most this share of the remaining numbers.
const stepPart = 1 / 4096
const stepMin = 1_000_000
// After this many runs the oldest are dropped, and clients from then have to sync fully.
const runsMax = 64

/** The numbers after one more change. */
export function nextNumbers(numbers: ChangeNumbers, incarnation: string): ChangeNumbers {
  const { last, runs } = numbers
  if (runs.startsWith(incarnation)) return { last: last + 1, runs }
  const base = nextBase(last, incarnation)
  return { last: base + 1, runs: [incarnation, text(base), ...earlierRuns(numbers)].join(' ') }
}

/** The runs for a copy of the data, none of which the next write continues. */
export const endedRuns = (runs: string): string => runs.replace(/^\w+/, '-')

/** Whether this number has been the last change of the collection, as far as its runs show. */
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

/** The name of an incarnation, from seven random bytes. */
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
