import { join } from 'node:path'
import { compare } from '../comparison.ts'
import { eventInserts } from '../event-requests.ts'
import type { Figure } from '../figure.ts'
import { benchFolder, makePlace, type Place } from '../place.ts'

/** Limits that are checked and never reached. */
const outOfReach = '1000000000'
const limited = {
  ALMANAC_QUOTA_USER_PER_MINUTE: outOfReach,
  ALMANAC_QUOTA_USER_PER_DAY: outOfReach,
  ALMANAC_QUOTA_CLIENT_PER_MINUTE: outOfReach,
  ALMANAC_QUOTA_CLIENT_PER_DAY: outOfReach,
  ALMANAC_CALENDARS_PER_USER_MAX: outOfReach,
  ALMANAC_EVENTS_PER_USER_MAX: outOfReach,
  ALMANAC_EVENT_BYTES_PER_USER_MAX: outOfReach,
}
const storageLimited = {
  ALMANAC_EVENTS_PER_USER_MAX: outOfReach,
  ALMANAC_EVENT_BYTES_PER_USER_MAX: outOfReach,
}
const rounds = { connections: 16, requestsPerRound: 4_000, rounds: 11, warmUpRequests: 20_000 }

/**
 * What the ceilings of a production server cost an insert of an event: the same server without any, with those
 * on storage, and with all. The audit log and change numbers cannot be turned off; an insert of an event
 * writes nothing to the former, and their cost is part of all three.
 */
export async function measureCeilings(): Promise<Figure[]> {
  await using folder = await benchFolder()
  const placeAt = (name: string) => makePlace(join(folder.path, name))
  const [none, some, all] = [await placeAt('none'), await placeAt('some'), await placeAt('all')]
  await using free = await none.start()
  await using stored = await some.start({ environment: storageLimited })
  await using full = await all.start({ environment: limited })
  const requestsOf = ({ token }: Place) => eventInserts(token)
  const [base, storage, every] = await compare(
    [
      { server: free, requests: requestsOf(none) },
      { server: stored, requests: requestsOf(some) },
      { server: full, requests: requestsOf(all) },
    ],
    rounds,
  )
  const against = (cpuUs: number) =>
    `${cpuUs.toFixed(1)} us against ${base!.cpuUs.toFixed(1)} us, eleven rounds in turns`
  return [
    {
      name: 'events.insert with ceilings on storage, against none',
      value: storage!.cpuUs / base!.cpuUs,
      unit: 'times',
      bounds: { better: 'lower', floor: 1.05 },
      detail: against(storage!.cpuUs),
    },
    {
      name: 'events.insert with all ceilings, against none',
      value: every!.cpuUs / base!.cpuUs,
      unit: 'times',
      bounds: { better: 'lower', floor: 1.15 },
      detail: against(every!.cpuUs),
    },
  ]
}
