import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import type { TestServer } from './server.ts'

const ticksPerSecond = 100

/**
 * Does something that has to be cheap for a server, and gives what came of it. The cost is counted
 * in CPU time, because how long an answer takes depends on how busy the machine is.
 */
export async function expectCheap<T>(
  server: TestServer,
  act: () => Promise<T>,
  secondsMax = 5,
): Promise<T> {
  const before = await cpuSecondsOf(server)
  const result = await act()
  expect((await cpuSecondsOf(server)) - before).toBeLessThan(secondsMax)
  return result
}

/**
 * Does something in this process that has to be cheap. A virtual machine that has to wait for others counts
 * that as CPU time too, so the cheapest of a few attempts counts.
 */
export async function expectCheapHere(act: () => unknown, secondsMax = 2): Promise<void> {
  let least = Number.POSITIVE_INFINITY
  for (let attempts = 0; attempts < 3 && least >= secondsMax; attempts++) {
    const before = process.cpuUsage()
    await act()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1e6)
  }
  expect(least).toBeLessThan(secondsMax)
}

/** The CPU time that a server has used so far; nothing where the system does not tell. */
async function cpuSecondsOf(server: TestServer): Promise<number> {
  const text = await readFile(`/proc/${server.pid}/stat`, 'utf8').catch(() => undefined)
  if (text === undefined) return 0
  // The name of the program, in parentheses, may contain blanks.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [user, system] = fields.slice(11, 13)
  return (Number(user) + Number(system)) / ticksPerSecond
}
