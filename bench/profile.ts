import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { insertRequest } from './insert-request.ts'
import { sendLoad } from './load.ts'
import { benchFolder, makePlace } from './place.ts'
import { requestBytes } from './request.ts'

// Where the server's time goes under load: node bench/profile.ts [get | insert]

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { functionName: string; url: string; lineNumber: number }
  }[]
  readonly samples: readonly number[]
}

const functionsShown = 45

const kind = process.argv[2] === 'insert' ? 'insert' : 'get'
await using folder = await benchFolder()
const place = await makePlace(folder.path)
const profileFolder = join(folder.path, 'profile')
{
  await using server = await place.start({
    nodeFlags: ['--cpu-prof', '--cpu-prof-dir', profileFolder, '--cpu-prof-interval', '200'],
  })
  const request =
    kind === 'insert'
      ? insertRequest(place.token)
      : requestBytes({ path: '/calendar/v3/calendars/primary', token: place.token })
  await sendLoad({ port: server.port, requests: [request], count: 40_000, connections: 16 })
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
