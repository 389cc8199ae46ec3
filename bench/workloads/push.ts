import { type Cost, compare, median } from '../comparison.ts'
import { eventBody, insertEvent } from '../event-requests.ts'
import type { Figure } from '../figure.ts'
import { insertRequest } from '../insert-request.ts'
import { sendLoad } from '../load.ts'
import { benchFolder, makePlace, type Place } from '../place.ts'
import { openReceiver, type Receiver } from '../push-receiver.ts'
import { requestBytes } from '../request.ts'
import { sampleReply } from '../sample-reply.ts'
import type { ServerProcess } from '../server-process.ts'

const channelsCount = 1_000
const rounds = 25
const environment = { ALMANAC_WEBHOOK_PRIVATE: 'allow' }

/** Channels: how soon everybody knows, and what it costs those who write. */
export async function measurePush(): Promise<Figure[]> {
  await using receiver = await openReceiver()
  return [...(await measureFanOut(receiver)), ...(await measureIdle(receiver))]
}

/** A thousand channels on one calendar, and receivers that hang beside them. */
async function measureFanOut(receiver: Receiver): Promise<Figure[]> {
  await using folder = await benchFolder()
  const place = await makePlace(folder.path)
  await using server = await place.start({ environment })
  const { port } = server
  const watched = await newCalendar(place, server)
  const unwatched = await newCalendar(place, server)
  const synced = receiver.after(channelsCount)
  await openChannels(place, server, {
    calendarIds: [watched],
    address: `${receiver.base}/hook`,
    count: channelsCount,
  })
  await synced
  const last: number[] = []
  const answered = { watched: [] as number[], unwatched: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    answered.unwatched.push(await timeOf(() => write(port, place, unwatched)))
    const all = receiver.after(channelsCount)
    const began = performance.now()
    answered.watched.push(await timeOf(() => write(port, place, watched)))
    last.push((await all) - began)
  }
  const alone = await timesOfOne(receiver, { place, server })
  const hanging = await newCalendar(place, server)
  await openChannels(place, server, {
    calendarIds: [hanging],
    address: `${receiver.base}/hang`,
    count: 100,
  })
  const beside = await timesOfOne(receiver, { place, server, calendarId: hanging })
  return [
    {
      name: `the last of ${channelsCount} messages after a write`,
      value: median(last),
      unit: 'ms',
      bounds: { better: 'lower', floor: 500, aim: 200 },
      detail: `median of ${rounds}; the worst took ${Math.max(...last).toFixed(0)} ms`,
    },
    {
      name: `a write with ${channelsCount} channels against one without any`,
      value: median(answered.watched) / median(answered.unwatched),
      unit: 'times',
      bounds: { better: 'lower', floor: 2 },
      detail: `${median(answered.watched).toFixed(2)} ms against ${median(answered.unwatched).toFixed(2)} ms until the answer`,
    },
    {
      name: 'what 100 receivers that hang delay another one by',
      value: median(beside) - median(alone),
      unit: 'ms',
      bounds: { better: 'lower', floor: 100 },
      detail: `${median(beside).toFixed(1)} ms against ${median(alone).toFixed(1)} ms after the write`,
    },
  ]
}

/** A thousand channels elsewhere. */
async function measureIdle(receiver: Receiver): Promise<Figure[]> {
  await using here = await benchFolder()
  await using there = await benchFolder()
  const place = await makePlace(here.path)
  const other = await makePlace(there.path)
  await using server = await place.start({ environment })
  await using plain = await other.start({ environment })
  const calendarIds: string[] = []
  for (let index = 0; index < 100; index++) calendarIds.push(await newCalendar(place, server))
  const synced = receiver.after(channelsCount)
  const address = `${receiver.base}/hook`
  await openChannels(place, server, { calendarIds, address, count: channelsCount })
  await synced
  const [idle, none] = (await compare(
    [
      { server, requests: [insertEvent(place.token)] },
      { server: plain, requests: [insertEvent(other.token)] },
    ],
    { connections: 16, requestsPerRound: 2_000, rounds: 15, warmUpRequests: 8_000 },
  )) as [Cost, Cost]
  return [
    {
      name: `a write with ${channelsCount} idle channels elsewhere`,
      value: idle.cpuUs / none.cpuUs,
      unit: 'times',
      bounds: { better: 'lower', floor: 1.05 },
      detail: `${idle.cpuUs.toFixed(1)} us of CPU against ${none.cpuUs.toFixed(1)} us`,
    },
  ]
}

interface Watching {
  readonly calendarIds: readonly string[]
  readonly address: string
  readonly count: number
}

let channels = 0

async function openChannels(
  { token }: Place,
  { port }: ServerProcess,
  { calendarIds, address, count }: Watching,
): Promise<void> {
  const requests = Array.from({ length: count }, (_, index) => {
    const calendarId = encodeURIComponent(calendarIds[index % calendarIds.length]!)
    return requestBytes({
      method: 'POST',
      path: `/calendar/v3/calendars/${calendarId}/events/watch`,
      token,
      body: JSON.stringify({ id: `bench-${++channels}`, type: 'web_hook', address }),
    })
  })
  await sendLoad({ port, requests, count, connections: 8 })
}

async function newCalendar({ token }: Place, { port }: ServerProcess): Promise<string> {
  return JSON.parse((await sampleReply(port, insertRequest(token))).body).id
}

const write = (port: number, { token }: Place, calendarId: string) =>
  sampleReply(
    port,
    requestBytes({
      method: 'POST',
      path: `/calendar/v3/calendars/${encodeURIComponent(calendarId)}/events`,
      token,
      body: JSON.stringify(eventBody),
    }),
  )

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** How long one more channel of the calendar takes to hear of a write. */
async function timesOfOne(
  receiver: Receiver,
  at: { place: Place; server: ServerProcess; calendarId?: string },
): Promise<number[]> {
  const { place, server, calendarId = await newCalendar(place, server) } = at
  const synced = receiver.after(1)
  const address = `${receiver.base}/hook`
  await openChannels(place, server, { calendarIds: [calendarId], address, count: 1 })
  await synced
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const heard = receiver.after(1)
    const began = performance.now()
    await write(server.port, place, calendarId)
    times.push((await heard) - began)
  }
  return times
}
