import type { MatchExtended, ZxcvbnFactory } from '@zxcvbn-ts/core'
import { invalidField } from '#/kernel/errors.ts'
import { OnDemand } from '#/kernel/process/on-demand.ts'

const lengthMin = 10
const lengthMax = 1024
/** Only the beginning is estimated, because the cost grows with the length. */
const estimatedLengthMax = 64
/** The maximum number of substituted characters in dictionary words. */
const substitutionsMax = 8
/** Three parts of any kind get 10^8 guesses, however common they are; a password has to exceed that. */
const guessesMin = 1.5e8
/** Shorter parts of an address occur in many words. */
const ownWordLengthMin = 3

/** Rejects passwords that are easily guessed. There are no other rules. */
export async function requireAcceptablePassword(password: string, email: string): Promise<void> {
  const problem = lengthProblem(password) ?? (await guessingProblem(password, email))
  if (problem !== undefined) throw invalidField(problem)
}

function lengthProblem(password: string): string | undefined {
  // A character has at most two UTF-16 units, so that this part shows whether there are too many.
  const { length } = [...password.slice(0, 2 * lengthMax + 1)]
  if (length < lengthMin) return `A password needs at least ${lengthMin} characters.`
  return length > lengthMax ? `A password has at most ${lengthMax} characters.` : undefined
}

async function guessingProblem(password: string, email: string): Promise<string | undefined> {
  const { commonPasswords, estimator } = await estimatorOnDemand.get()
  const typed = password.slice(0, 2 * estimatedLengthMax).normalize('NFKC')
  if (commonPasswords.has(typed.trim().toLowerCase()))
    return `${tooEasy}: it is a common password. ${advice}`
  const { guesses, sequence, feedback } = estimator.check(typed, ownWords(email))
  if (guesses >= guessesMin) return undefined
  const reason = reasons[feedback.warning as keyof typeof reasons] ?? reasonOfPieces(sequence)
  return `${tooEasy}: ${reason}. ${advice}`
}

const tooEasy = 'This password is too easy to guess'
const advice = 'Use four or more uncommon words, or let a password manager create one.'

/** The reasons for warnings of the library. */
const reasons = {
  straightRow: 'it is a row of neighboring keys',
  keyPattern: 'it is a pattern of neighboring keys',
  simpleRepeat: 'it repeats one character',
  extendedRepeat: 'it repeats the same characters',
  sequences: 'it contains a sequence such as 123 or abc',
  recentYears: 'it contains a recent year',
  dates: 'it contains a date',
  topTen: 'it is a common password',
  topHundred: 'it is a common password',
  common: 'it is a common password',
  similarToCommon: 'it is similar to a common password',
  userInputs: 'it contains parts of the email address',
} as const

/** The reason for matches that the library does not warn about. */
function reasonOfPieces(sequence: readonly MatchExtended[]): string {
  return sequence.some(({ pattern }) => pattern === 'dictionary')
    ? 'it contains common words and little else'
    : 'it is too short for what it consists of'
}

function ownWords(email: string): string[] {
  const parts = email.split(/[^a-z0-9]+/).filter(({ length }) => length >= ownWordLengthMin)
  return [email, email.split('@')[0]!, ...parts]
}

interface Estimator {
  readonly estimator: ZxcvbnFactory
  readonly commonPasswords: ReadonlySet<string>
}

/**
 * Loaded on demand: the dictionaries take a tenth of a second and 16 MB, and most processes never need them.
 */
const estimatorOnDemand = new OnDemand(loadEstimator)

async function loadEstimator(): Promise<Estimator> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return {
    estimator: new ZxcvbnFactory({
      dictionary,
      graphs: adjacencyGraphs,
      maxLength: estimatedLengthMax,
      l33tMaxSubstitutions: substitutionsMax,
    }),
    commonPasswords: new Set(dictionary['passwords-common']),
  }
}
