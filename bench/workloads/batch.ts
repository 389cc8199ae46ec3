import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
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

/** How long others wait for an answer while some clients send the largest batches that are allowed. */
export async function measureBatch(): Promise<Figure[]> {
  await using folder = await benchFolder()
  const place = await makePlace(folder.path)
  await importGeneratedVolumes(place, volumeCount)
  const ids = await seedEvents(place, eventCount)
  const probe = `${eventsPath}/${ids[0]}`
  await using server = await place.start({ environment: { ALMANAC_SEARCH_ANSWERS_MAX: '1' } })
  const alone = await waits(server, place, { probe, until: delay(3_000) })
  return [
    await whileRunning('searches for books', searchPaths(callsPerBatch * senders, volumeCount)),
    await whileRunning(
      'lists of 2500 events',
      Array.from(
        { length: callsPerBatch * senders },
        (_, n) => `${eventsPath}?maxResults=${2500 - (n % 50)}`,
      ),
    ),
  ]

  async function whileRunning(what: string, paths: readonly string[]): Promise<Figure> {
    const batches = Array.from({ length: senders }, (_, index) =>
      batchOf(paths.slice(index * callsPerBatch, (index + 1) * callsPerBatch)),
    )
    const sending = Promise.all(batches.map((batch) => sendAgain(server, place, batch)))
    const taken = await waits(server, place, { probe, until: sending })
    return {
      name: `events.get beside ${senders} clients with batches of ${callsPerBatch} ${what}, 99th percentile`,
      value: percentile(taken, 0.99),
      unit: 'ms',
      bounds: { better: 'lower', floor: 50 },
      detail: `${taken.length} probes, half within ${percentile(taken, 0.5).toFixed(1)} ms; without batches ${percentile(alone, 0.99).toFixed(1)} ms`,
    }
  }
}

const boundary = 'bench'

const batchOf = (paths: readonly string[]): string =>
  paths
    .map((path) => `--${boundary}\r\nContent-Type: application/http\r\n\r\nGET ${path}\r\n\r\n`)
    .join('') + `--${boundary}--`

async function sendAgain(server: ServerProcess, place: Place, batch: string): Promise<void> {
  for (let count = 0; count < batchesPerSender; count++) {
    const reply = await ask(server, place, { method: 'POST', path: '/batch', body: batch })
    if (reply.statusCode !== 200) throw new Error(`A batch was answered with ${reply.statusCode}.`)
    reply.resume()
    await once(reply, 'end')
  }
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
