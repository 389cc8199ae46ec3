import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compare } from '../comparison.ts'
import { eventInserts } from '../event-requests.ts'
import type { Figure } from '../figure.ts'
import { benchFolder, makePlace, type Place } from '../place.ts'

const rounds = { connections: 16, requestsPerRound: 1_500, rounds: 11, warmUpRequests: 3_000 }

/** What replication to a folder costs an insert of an event, in CPU of all threads and in time. */
export async function measureReplication(): Promise<Figure[]> {
  await using folder = await benchFolder()
  const replica = join(folder.path, 'replica')
  await mkdir(replica)
  const [alone, followed] = [
    await makePlace(join(folder.path, 'alone')),
    await makePlace(join(folder.path, 'followed')),
  ]
  await using free = await alone.start()
  await using replicated = await followed.start({
    environment: { ALMANAC_REPLICA: pathToFileURL(replica).href },
  })
  const requestsOf = ({ token }: Place) => eventInserts(token)
  const [base, other] = await compare(
    [
      { server: free, requests: requestsOf(alone) },
      { server: replicated, requests: requestsOf(followed) },
    ],
    rounds,
  )
  return [
    {
      name: 'events.insert with a replica, against none',
      value: other!.cpuUs / base!.cpuUs,
      unit: 'times',
      bounds: { better: 'lower', floor: 1.5 },
      detail: `${other!.cpuUs.toFixed(1)} us against ${base!.cpuUs.toFixed(1)} us of CPU, eleven rounds in turns`,
    },
    {
      name: 'inserts a second with a replica, against none',
      value: other!.perSecond / base!.perSecond,
      unit: 'times',
      bounds: { better: 'higher', floor: 0.8 },
      detail: `${other!.perSecond.toFixed(0)} against ${base!.perSecond.toFixed(0)} a second`,
    },
  ]
}
