import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { eventsPath } from '../event-requests.ts'
import { seedEvents } from '../event-seed.ts'
import type { Figure } from '../figure.ts'
import { percentile } from '../latency.ts'
import { benchFolder, makePlace, type Place } from '../place.ts'
import type { ServerProcess } from '../server-process.ts'
import { importGeneratedVolumes, searchPaths } from './books-search.ts'

const eventCount = 10_000
const volumeCount = 50_000
const callsPerBatch = 1_000
const senders = 4
const batchesPerSender = 3
const probeEveryMs = 2
const settledMs = 200

/**
 * How long others wait for an answer while some clients send the largest batches that are allowed, and how
 * much processor time a turn of the event loop takes meanwhile, which hardly depends on the machine's load.
 */
export async function measureBatch(): Promise<Figure[]> {
  await using folder = await benchFolder()
  const place = await makePlace(folder.path)
  await importGeneratedVolumes(place, volumeCount)
  const ids = await seedEvents(place, eventCount)
  const probe = `${eventsPath}/${ids[0]}`
  const loopFile = join(folder.path, 'loop.json')
  await using server = await place.start({
    environment: { ALMANAC_SEARCH_ANSWERS_MAX: '1', BENCH_LOOP_FILE: loopFile },
    nodeFlags: ['--import', join(import.meta.dirname, '../loop-turns.ts')],
  })
  // The first requests load and compile what they use.
  await sendBatch(server, place, batchOf([...listPaths(5), ...searchPaths(200, volumeCount)]))
  const alone = await waits(server, place, { probe, until: delay(3_000) })
  return [
    ...(await whileRunning(
      'searches for books',
      searchPaths(callsPerBatch * senders, volumeCount, callsPerBatch),
    )),
    ...(await whileRunning('lists of 2,500 events', listPaths(callsPerBatch * senders))),
  ]

  async function whileRunning(what: string, paths: readonly string[]): Promise<Figure[]> {
    const batches = Array.from({ length: senders }, (_, index) =>
      batchOf(paths.slice(index * callsPerBatch, (index + 1) * callsPerBatch)),
    )
    await loopTurns(server, loopFile)
    const sending = Promise.all(batches.map((batch) => sendAgain(server, place, batch)))
    const taken = await waits(server, place, { probe, until: sending })
    const turns = await loopTurns(server, loopFile)
    const longest = turns.slice(0, 4).map((ms) => ms.toFixed(0))
    const beside = `${senders} clients with batches of ${callsPerBatch} ${what}`
    return [
      {
        name: `processor time of the longest turn of the event loop, ${beside}`,
        value: turns[0] ?? 0,
        unit: 'ms',
        bounds: { better: 'lower', floor: 50 },
        detail: `${turns.length} turns of 5 ms and more, the longest ${longest.join(', ')} ms`,
      },
      {
        name: `events.get beside batches of ${what}, 99th percentile`,
        value: percentile(taken, 0.99),
        unit: 'ms',
        bounds: { better: 'lower', floor: 50 },
        detail: `${taken.length} probes, half within ${percentile(taken, 0.5).toFixed(1)} ms; without batches ${percentile(alone, 0.99).toFixed(1)} ms`,
      },
    ]
  }
}

/** Each list is of another length, so that few are in memory. */
const listPaths = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${eventsPath}?maxResults=${2500 - (index % 50)}`)

/** The longest turns since the last time, in milliseconds, the longest first. */
async function loopTurns({ pid }: ServerProcess, file: string): Promise<number[]> {
  rmSync(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  while (!existsSync(file)) await delay(probeEveryMs)
  await delay(settledMs)
  return JSON.parse(readFileSync(file, 'utf8')) as number[]
}

const boundary = 'bench'

const batchOf = (paths: readonly string[]): string =>
  paths
    .map((path) => `--${boundary}\r\nContent-Type: application/http\r\n\r\nGET ${path}\r\n\r\n`)
    .join('') + `--${boundary}--`

async function sendAgain(server: ServerProcess, place: Place, batch: string): Promise<void> {
  for (let count = 0; count < batchesPerSender; count++) await sendBatch(server, place, batch)
}

async function sendBatch(server: ServerProcess, place: Place, batch: string): Promise<void> {
  const reply = await ask(server, place, { method: 'POST', path: '/batch', body: batch })
  if (reply.statusCode !== 200) throw new Error(`A batch was answered with ${reply.statusCode}.`)
  reply.resume()
  await once(reply, 'end')
}

/** How long each of a row of probes took, in milliseconds, the fastest first. */
async function waits(
  server: ServerProcess,
  place: Place,
  { probe, until }: { readonly probe: string; readonly until: Promise<unknown> },
): Promise<number[]> {
  const taken: number[] = []
  let isOver = false
  const over = until.then(() => {
    isOver = true
  })
  while (!isOver) {
    const began = performance.now()
    const reply = await ask(server, place, { method: 'GET', path: probe })
    reply.resume()
    await once(reply, 'end')
    taken.push(performance.now() - began)
    await delay(probeEveryMs)
  }
  await over
  return taken.sort((one, other) => one - other)
}

async function ask(
  { port }: ServerProcess,
  { token }: Place,
  {
    method,
    path,
    body,
  }: { readonly method: string; readonly path: string; readonly body?: string },
): Promise<IncomingMessage> {
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(body !== undefined && { 'Content-Type': `multipart/mixed; boundary=${boundary}` }),
  }
  const outgoing = request({ host: '127.0.0.1', port, method, path, headers })
  outgoing.end(body)
  const [reply] = (await once(outgoing, 'response')) as [IncomingMessage]
  return reply
}
