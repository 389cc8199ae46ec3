import { checkedSeed } from './check.ts'
import type { Seed } from './format/seed.ts'
import { parseSeed } from './yaml.ts'

/** The user of a seed that names none. */
const defaultUsers = [{ email: 'demo@almanac.test', isAdmin: true }]

/** Reads a seed from a parsed document, or from the text of one, and checks all of it. */
export async function readSeed(document: unknown): Promise<Seed> {
  const seed = checkedSeed(typeof document === 'string' ? await parseSeed(document) : document)
  return { users: defaultUsers, ...seed }
}
