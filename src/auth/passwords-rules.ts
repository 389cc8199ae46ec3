import { invalidField } from '#/kernel/errors.ts'
import { passwordStrength } from './password-strength.ts'

const lengthMin = 10
const lengthMax = 1024
const differentCharactersMin = 4
/** A guesser who is slowed down as sign-in is would take longer than anybody uses a password. */
const bitsMin = 30
/** Shorter parts of an address are in many words. */
const ownWordLengthMin = 3

/** Refuses a password that is easily guessed. What people choose beyond that is theirs. */
export function requireAcceptablePassword(password: string, email: string): void {
  const problem = problemOf(password, email)
  if (problem !== undefined) throw invalidField(problem)
}

function problemOf(password: string, email: string): string | undefined {
  const characters = [...password]
  if (characters.length < lengthMin) {
    return `A password needs at least ${lengthMin} characters.`
  }
  if (characters.length > lengthMax) {
    return `A password has at most ${lengthMax} characters.`
  }
  const plain = password.trim().toLowerCase()
  if (plain === email || plain === email.split('@')[0]) {
    return 'A password must not be the email address.'
  }
  if (new Set(characters).size < differentCharactersMin) {
    return `${tooEasy}: it repeats few characters. ${advice}`
  }
  const ownWords = email.split(/[^a-z0-9]+/).filter(({ length }) => length >= ownWordLengthMin)
  const { bits, weaknesses } = passwordStrength(password, ownWords)
  if (bits >= bitsMin) return undefined
  const reasons = weaknesses.map((weakness) => words[weakness]).join(', ')
  return `${tooEasy}: it consists of ${reasons || 'few characters'}. ${advice}`
}

const tooEasy = 'This password is too easy to guess'
const advice = 'Use four or more uncommon words, or let a password manager create one.'

const words = {
  commonWord: 'a common word',
  keyboardRow: 'neighboring keys',
  sequence: 'a sequence such as 123 or abc',
  repetition: 'repetitions',
  year: 'a year',
  ownAddress: 'parts of the email address',
} as const
