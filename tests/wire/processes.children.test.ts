import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { newAdsUser, tellPlatform } from '../support/ads-platform.ts'
import { generate, inMay, mayStatistics, reportOf, tell } from '../support/ads-reports.ts'
import { type TestServer, wireEngines } from '../support/server.ts'
import { siteOf } from '../support/sites.ts'

const embedded = wireEngines.find(({ name }) => name === 'sqlite')!

interface Running {
  readonly pid: number
  readonly parent: number
}

/** All processes that have not ended; a zombie has. */
const running = (): Running[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([pid, , state]) => pid !== '' && !state!.startsWith('Z'))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }))

const childrenOf = ({ pid }: TestServer) =>
  running()
    .filter(({ parent }) => parent === pid)
    .map((child) => child.pid)

/** Looks again and again; what never holds ends with the time of the test. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}

const haveEnded = (pids: readonly number[]) => () =>
  running().every(({ pid }) => !pids.includes(pid))

it('the process that creates demo data ends with a server that is killed', async () => {
  await using place = await embedded.place()
  const server = await place.startProcess({ ALMANAC_DEMO: '1' })
  await until(() => childrenOf(server).length > 0)
  const children = childrenOf(server)
  await server.kill()
  await until(haveEnded(children))
})

it('the process that makes reports ends with a server that is killed', async () => {
  await using place = await embedded.place()
  const server = await place.startProcess()
  const site = siteOf(place, server)
  await tellPlatform(site)
  await tell(site, mayStatistics)
  const user = await newAdsUser(site)
  expect((await generate(user, reportOf('keyword', ['clicks'], inMay))).status).toBe(200)
  const children = childrenOf(server)
  expect(children).toHaveLength(1)
  await server.kill()
  await until(haveEnded(children))
})
