import { againstReplies } from '../../against-bare.ts'
import { type Contender, type Cost, compare, type Rounds } from '../../comparison.ts'
import { eventsPath, patchEvent } from '../../event-requests.ts'
import { insertEvents, seedEvents } from '../../event-seed.ts'
import { sampleWindows, type WindowOptions, windowCount, windowLists } from '../../event-windows.ts'
import type { Figure } from '../../figure.ts'
import { benchFolder, callerEmail, makePlace, type Place } from '../../place.ts'
import { requestBytes } from '../../request.ts'
import { sampleReply } from '../../sample-reply.ts'
import type { ServerProcess } from '../../server-process.ts'
import type { SharedPlaces } from '../../shared-places.ts'
import { type NextRequest, withHeader } from '../../varied-requests.ts'

// Windows of one calendar, of which every pass asks for others than the passes before.

const events = 10_000
const requestsPerPatch = 20
// Without a common divisor with the number of events: all of them are changed before one is changed again.
const patchStride = 97
const zones = ['America/New_York', 'Asia/Tokyo'] as const

const rounds: Rounds = {
  connections: 16,
  rounds: 7,
  requestsPerRound: windowCount,
  warmUpRequests: 20 * windowCount,
}

// Seeded without a server, because clients would take minutes to add the larger one.
const sizes = [10_000, 100_000] as const

const tenThousandEvents = (place: Place) => insertEvents(place, events)

/** Nothing changes. */
export async function measureWindows(places: SharedPlaces): Promise<Figure> {
  const { place, others } = await places.filledBy(tenThousandEvents)
  await using server = await place.start()
  const options = { events, token: place.token }
  return await againstReplies({
    name: `events.list, ${windowCount} windows of 250 out of ${events} events`,
    bounds: { better: 'lower', floor: 2.5, aim: 1.3 },
    place,
    server,
    others,
    replies: await sampleWindows(server.port, options),
    requests: () => windowLists(options),
    ...rounds,
  })
}

/** Every twentieth request changes an event that some of the windows hold. */
export async function measureWindowsAndPatches(places: SharedPlaces): Promise<Figure> {
  const { place, content: ids, others } = await places.filledBy(tenThousandEvents)
  await using server = await place.start()
  const { token } = place
  const options = { events, token }
  const replies = await sampleWindows(server.port, options)
  const patch = await sampleReply(server.port, patchEvent(token, ids[0]!, 0))
  return await againstReplies({
    name: `the windows of row 1, every ${requestsPerPatch}th request a patch`,
    bounds: { better: 'lower', floor: 3, aim: 1.5 },
    place,
    server,
    others,
    replies: [...replies, patch],
    requests: () => withPatches(windowLists(options), token, ids),
    ...rounds,
  })
}

function withPatches(lists: NextRequest, token: string, ids: readonly string[]): NextRequest {
  let sent = 0
  return () => {
    if (++sent % requestsPerPatch > 0) return lists()
    const version = sent / requestsPerPatch
    return patchEvent(token, ids[(version * patchStride) % ids.length]!, version)
  }
}

/** Readers who see the calendar in other zones than its own and private events without their details. */
export async function measureReaders(places: SharedPlaces): Promise<Figure> {
  const { place } = await places.filledBy(tenThousandEvents)
  const readers: string[] = []
  for (const index of zones.keys()) {
    const email = `reader${index}@almanac.test`
    await place.almanac('user', 'create', email)
    readers.push(await place.almanac('token', 'create', email))
  }
  await using server = await place.start()
  const views = zones.map(
    (zone, index): WindowOptions => ({
      events,
      token: readers[index]!,
      path: eventsPath.replace('primary', callerEmail),
      params: `&timeZone=${zone}`,
    }),
  )
  for (const index of zones.keys())
    await shareCalendar(server, place, `reader${index}@almanac.test`)
  return await againstReplies({
    name: `the windows of row 1 for ${zones.length} readers in other zones, every tenth event private`,
    bounds: { better: 'lower', floor: 5, aim: 2.5 },
    place,
    server,
    replies: await sampleWindows(server.port, views[0]!),
    requests: () => alternating(views.map(windowLists)),
    ...rounds,
  })
}

async function shareCalendar({ port }: ServerProcess, { token }: Place, email: string) {
  const body = JSON.stringify({ role: 'reader', scope: { type: 'user', value: email } })
  const path = '/calendar/v3/calendars/primary/acl'
  await sampleReply(port, requestBytes({ method: 'POST', path, token, body }))
}

function alternating(sources: readonly NextRequest[]): NextRequest {
  let sent = 0
  return () => sources[sent++ % sources.length]!()
}

/** Both servers compress what they send. */
export async function measureCompressedWindows(places: SharedPlaces): Promise<Figure> {
  const { place } = await places.filledBy(tenThousandEvents)
  await using server = await place.start()
  const options = { events, token: place.token }
  return await againstReplies({
    name: 'the windows of row 1 with gzip, against bare compressing the same bytes',
    bounds: { better: 'lower', floor: 1.5, aim: 1.1 },
    place,
    server,
    replies: await sampleWindows(server.port, options),
    requests: () => {
      const lists = windowLists(options)
      return () => withHeader(lists(), 'Accept-Encoding: gzip')
    },
    ...rounds,
  })
}

/** Ten times the events around windows of the same size. */
export async function measureLargeCalendar(): Promise<Figure> {
  await using resources = new AsyncDisposableStack()
  const contenders: Contender[] = []
  for (const size of sizes) {
    const { path } = resources.use(await benchFolder())
    const place = await makePlace(path)
    await seedEvents(place, size)
    const server = resources.use(await place.start())
    const options = { events: size, token: place.token }
    await sampleWindows(server.port, options)
    contenders.push({ server, requests: windowLists(options) })
  }
  const [small, large] = (await compare(contenders, rounds)) as [Cost, Cost]
  return {
    name: `windows of a calendar of ${sizes[1]} events against one of ${sizes[0]}`,
    value: large.cpuUs / small.cpuUs,
    unit: 'times',
    bounds: { better: 'lower', floor: 1.3, aim: 1.15 },
    detail: `${large.cpuUs.toFixed(1)} us against ${small.cpuUs.toFixed(1)} us`,
  }
}
