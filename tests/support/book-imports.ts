import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { runAlmanac, type ServerPlace, spawnAlmanac } from './server.ts'

/** Runs an import that has to succeed, and gives what it says and what it complains about. */
export async function importFile(
  place: ServerPlace,
  ...words: string[]
): Promise<{ said: string[]; complaints: string[] }> {
  const { code, stdout, stderr } = await runAlmanac(
    ['books', 'import', ...words],
    place.environment,
  )
  expect([code, code === 0 ? '' : stderr]).toEqual([0, ''])
  return { said: linesOf(stdout), complaints: linesOf(stderr) }
}

/** Writes a file of numbered volumes that `almanac books import` reads, and gives its path. */
export async function writeNumbered(
  folder: string,
  { count, word }: { count: number; word: string },
): Promise<{ path: string; ids: string[] }> {
  const ids = Array.from({ length: count }, (_, at) => `${word.slice(0, 4)}${pad(at)}`)
  const lines = ids.map((id, at) =>
    JSON.stringify({ id, volumeInfo: { title: `${word} number ${at}` } }),
  )
  const path = join(folder, `${word}.jsonl`)
  await writeFile(path, `${lines.join('\n')}\n`)
  return { path, ids }
}

const pad = (number: number) => String(number).padStart(8, '0')

/** Begins an import and ends it as a crash would, as soon as a condition holds. */
export async function crashImport(
  place: ServerPlace,
  words: readonly string[],
  isTime: () => Promise<boolean>,
): Promise<void> {
  const child = spawnAlmanac(['books', 'import', ...words], place.environment)
  const closed = once(child, 'close')
  while (!(await isTime())) expect(child.exitCode).toBeNull()
  child.kill('SIGKILL')
  await closed
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '')
