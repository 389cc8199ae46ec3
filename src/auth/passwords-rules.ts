import { invalidField } from '#/kernel/errors.ts'

const lengthMin = 10
const lengthMax = 1024
const differentCharactersMin = 4

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
  const isMonotonous = new Set(characters).size < differentCharactersMin
  if (isMonotonous || frequent.has(plain.replace(/[^a-z0-9]/g, ''))) {
    return 'This password is too common.'
  }
  return undefined
}

/** Long enough, and among the first that anybody tries; compared by letters and digits alone. */
const frequent: ReadonlySet<string> = new Set([
  '0123456789',
  '1029384756',
  '12345678910',
  '123456789a',
  '1234567890',
  '1q2w3e4r5t',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc',
  '9876543210',
  'abcdefghij',
  'administrator',
  'almanac123',
  'almanacalmanac',
  'changeme123',
  'changemenow',
  'iloveyou123',
  'letmein123',
  'password01',
  'password12',
  'password123',
  'password1234',
  'passwordpassword',
  'passw0rd123',
  'q1w2e3r4t5',
  'qwerty12345',
  'qwerty123456',
  'qwertyuiop',
  'qwertzuiop',
  'welcome123',
  'zaq12wsxcde3',
])
