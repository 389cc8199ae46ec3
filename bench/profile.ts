import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventInserts, eventsPath, getPath, patchEvent } from './event-requests.ts'
import { seedEvents } from './event-seed.ts'
import { windowLists } from './event-windows.ts'
import { insertRequest } from './insert-request.ts'
import { sendLoad } from './load.ts'
import { benchFolder, makePlace } from './place.ts'
import type { NextRequest } from './varied-requests.ts'

// Where the server's time goes under load: node bench/profile.ts [name of a request]

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { functionName: string; url: string; lineNumber: number }
  }[]
  readonly samples: readonly number[]
}

const functionsShown = 45

await using folder = await benchFolder()
const place = await makePlace(folder.path)
const profileFolder = join(folder.path, 'profile')
const { token } = place
const events = 10_000
const [id = ''] = await seedEvents(place, events)
const versions = Array.from({ length: 90 }, (_, index) => index + 10)
const week = '?singleEvents=true&timeMin=2026-06-01T00:00:00Z&timeMax=2026-06-08T00:00:00Z'

const requests: Readonly<Record<string, readonly Buffer[] | NextRequest>> = {
  get: [getPath(token, '/calendar/v3/calendars/primary')],
  insert: [insertRequest(token)],
  'get-event': [getPath(token, `${eventsPath}/${id}`)],
  'insert-event': eventInserts(token),
  'patch-event': versions.map((version) => patchEvent(token, id, version)),
  'list-events': windowLists({ events, token }),
  'list-week': versions.flatMap((version) => [
    getPath(token, `${eventsPath}${week}`),
    patchEvent(token, id, version),
  ]),
}
const chosen = requests[process.argv[2] ?? 'get']
if (chosen === undefined) throw new Error(`One of ${Object.keys(requests).join(', ')} is expected.`)
{
  await using server = await place.start({
    nodeFlags: ['--cpu-prof', '--cpu-prof-dir', profileFolder, '--cpu-prof-interval', '200'],
  })
  await sendLoad({ port: server.port, requests: chosen, count: 10_000, connections: 16 })
}
const [file] = readdirSync(profileFolder)
const profile = JSON.parse(readFileSync(join(profileFolder, file!), 'utf8')) as CpuProfile
for (const [place, share] of selfShares(profile).slice(0, functionsShown)) {
  process.stdout.write(`${(100 * share).toFixed(1).padStart(5)} %  ${place}\n`)
}

/** The functions by the share of busy time that was spent in themselves, largest first. */
function selfShares({ nodes, samples }: CpuProfile): [string, number][] {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => [
      id,
      `${functionName || '(anonymous)'} ${url.split('/').slice(-3).join('/')}:${lineNumber + 1}`,
    ]),
  )
  const busy = samples.map((id) => names.get(id)!).filter((name) => !name.startsWith('(idle)'))
  const counts = Map.groupBy(busy, (name) => name)
  return [...counts]
    .map(([name, found]): [string, number] => [name, found.length / busy.length])
    .sort(([, a], [, b]) => b - a)
}
