import { join } from 'node:path'
import { median } from '../comparison.ts'
import type { Figure } from '../figure.ts'
import { insertRequest } from '../insert-request.ts'
import { sendLoad } from '../load.ts'
import { benchFolder, makePlace } from '../place.ts'
import type { ServerProcess } from '../server-process.ts'
import { slowSyncMs, slowSyncs } from '../slow-sync.ts'

const connections = 16
const rounds = 5
const countTogether = 4_000
const countSingly = 600

/** Inserts per second on a slow disk: sharing commits, and with a commit for each request. */
export async function measureGroupCommit(): Promise<Figure[]> {
  await using folder = await benchFolder()
  const slow = slowSyncs(folder.path)
  const [placeTogether, placeSingly] = await Promise.all([
    makePlace(join(folder.path, 'together')),
    makePlace(join(folder.path, 'singly')),
  ])
  await using together = await placeTogether.start({ environment: slow })
  await using singly = await placeSingly.start({
    environment: { ...slow, ALMANAC_COMMIT_GROUP_MAX: '1' },
  })
  const perSecond = { together: [] as number[], singly: [] as number[] }
  const requests = { together: placeTogether.token, singly: placeSingly.token }
  await insertsPerSecond(together, requests.together, countTogether)
  await insertsPerSecond(singly, requests.singly, countSingly)
  for (let turn = 0; turn < rounds; turn++) {
    perSecond.together.push(await insertsPerSecond(together, requests.together, countTogether))
    perSecond.singly.push(await insertsPerSecond(singly, requests.singly, countSingly))
  }
  return [figureOf(median(perSecond.together), median(perSecond.singly))]
}

async function insertsPerSecond(
  { port }: ServerProcess,
  token: string,
  count: number,
): Promise<number> {
  const requests = [insertRequest(token)]
  return count / ((await sendLoad({ port, requests, count, connections })) / 1000)
}

function figureOf(together: number, singly: number): Figure {
  // Faster than one sync after the other means that the slow syncs did not take effect.
  if (singly > 1000 / slowSyncMs) throw new Error(`Syncs are not slow: ${singly} commits/s.`)
  return {
    name: `group commit with ${slowSyncMs} ms syncs`,
    value: together / singly,
    unit: 'times',
    bounds: { better: 'higher', floor: 6, aim: 8 },
    detail: `${together.toFixed(0)} requests/s against ${singly.toFixed(0)} with a commit each`,
  }
}
