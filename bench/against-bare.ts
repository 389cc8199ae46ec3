import { type Contender, type Cost, compare, type Rounds } from './comparison.ts'
import type { Bounds, Figure } from './figure.ts'
import { type Place, startBare } from './place.ts'
import { type Reply, sampleReply } from './sample-reply.ts'
import type { ServerProcess } from './server-process.ts'
import { inTurn, type NextRequest } from './varied-requests.ts'

interface Measured extends Rounds, Pick<Contender, 'others'> {
  readonly name: string
  readonly bounds?: Bounds
  readonly place: Place
  readonly server: ServerProcess
  /** How many requests make up what is measured. */
  readonly per?: number
}

export interface AgainstBare extends Measured {
  /** A read first; writes among reads are answered with bytes of their own. */
  readonly requests: readonly Buffer[]
}

interface AgainstReplies extends Measured {
  /** What the bare server sends. */
  readonly replies: readonly Reply[]
  /** Makes the requests from the beginning, for each of the servers. */
  readonly requests: () => NextRequest
}

/** The CPU of a request relative to a bare server that answers it with the same bytes. */
export async function againstBare({ requests, ...measured }: AgainstBare): Promise<Figure> {
  const { port } = measured.server
  const replies = [await sampleReply(port, requests[0]!)]
  const write = requests.find((request) => !isRead(request))
  if (write !== undefined) replies.push(await sampleReply(port, write))
  return againstReplies({ ...measured, replies, requests: () => inTurn(requests) })
}

const isRead = (request: Buffer) => request.toString('latin1', 0, 4) === 'GET '

/** The same for requests that differ, each of which has been answered with one of the replies. */
export async function againstReplies({
  name,
  bounds,
  place,
  server,
  others = () => [],
  per = 1,
  replies,
  requests,
  ...rounds
}: AgainstReplies): Promise<Figure> {
  await using bare = await startBare(place.folder, replies)
  const [line, cost] = (await compare(
    [
      { server: bare, requests: requests() },
      { server, requests: requests(), others },
    ],
    rounds,
  )) as [Cost, Cost]
  return {
    name,
    value: (per * cost.cpuUs) / line.cpuUs,
    unit: 'times',
    ...(bounds === undefined ? {} : { bounds }),
    detail: `${cost.cpuUs.toFixed(1)} us against ${line.cpuUs.toFixed(1)} us, ${cost.perSecond.toFixed(0)} requests/s`,
  }
}
