import { againstReplies } from '../../against-bare.ts'
import { eventAt, eventsPath, getPath, insertEvent, patchEvent } from '../../event-requests.ts'
import { insertEvents } from '../../event-seed.ts'
import type { Figure } from '../../figure.ts'
import type { Place } from '../../place.ts'
import { type Reply, sampleReply } from '../../sample-reply.ts'
import type { SharedPlaces } from '../../shared-places.ts'
import { type NextRequest, shuffledPasses } from '../../varied-requests.ts'

// Writes, and the reads that follow them at once.

const events = 1_000
const insertsSampled = 200
// Without a common divisor with the number of events: all of them are changed before one is changed again.
const patchStride = 97

const thousandEvents = (place: Place) => insertEvents(place, events)

/** A client that changes one event after the other and after each asks what is new since it last did. */
export async function measureSync(places: SharedPlaces): Promise<Figure> {
  const { place, content: ids, others } = await places.filledBy(thousandEvents)
  await using server = await place.start()
  const { token } = place
  const whole = await sampleReply(server.port, getPath(token, `${eventsPath}?maxResults=2500`))
  const first = syncTokenIn(whole.body)!
  const patch = await sampleReply(server.port, patchEvent(token, ids[0]!, 0))
  const sync = await sampleReply(server.port, syncRequest(token, first))
  return await againstReplies({
    name: `patch, then list with syncToken, ${events} events, the pair`,
    bounds: { better: 'lower', floor: 8, aim: 6 },
    place,
    server,
    others,
    per: 2,
    replies: [sync, patch],
    requests: () => patchesAndSyncs({ token, ids, first }),
    connections: 1,
    rounds: 9,
    requestsPerRound: 1_000,
    warmUpRequests: 20_000,
  })
}

interface Syncing {
  readonly token: string
  readonly ids: readonly string[]
  readonly first: string
}

function patchesAndSyncs({ token, ids, first }: Syncing): NextRequest {
  let sent = 0
  let syncToken = first
  return (lastReply) => {
    const pair = sent++ >> 1
    if (sent % 2 === 0) return syncRequest(token, syncToken)
    syncToken = syncTokenIn(lastReply?.toString() ?? '') ?? syncToken
    return patchEvent(token, ids[(pair * patchStride) % ids.length]!, pair)
  }
}

const syncRequest = (token: string, syncToken: string): Buffer =>
  getPath(token, `${eventsPath}?syncToken=${syncToken}`)

const syncTokenIn = (reply: string): string | undefined =>
  /"nextSyncToken":\s*"([^"]+)"/.exec(reply)?.[1]

/** Each on disk before it is answered. Between checkouts, `in-turns.ts` compares the same inserts. */
export async function measureInserts(places: SharedPlaces): Promise<Figure> {
  const { place } = await places.filledBy(thousandEvents)
  await using server = await place.start()
  const insert = (index: number, pass: number) =>
    insertEvent(place.token, eventAt(events + pass * insertsSampled + index))
  const replies: Reply[] = []
  for (let index = 0; index < insertsSampled; index++) {
    replies.push(await sampleReply(server.port, insert(index, 0)))
  }
  return await againstReplies({
    name: 'durable insert of events that differ, 16 connections',
    bounds: { better: 'lower', floor: 3.5, aim: 2.5 },
    place,
    server,
    replies,
    requests: () => shuffledPasses(insertsSampled, insert),
    connections: 16,
    rounds: 9,
    requestsPerRound: 2_000,
    warmUpRequests: 20_000,
  })
}
