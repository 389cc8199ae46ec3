import { type Cost, compare, type Rounds } from './comparison.ts'
import type { Bounds, Figure } from './figure.ts'
import { type Place, startBare } from './place.ts'
import { sampleReply } from './sample-reply.ts'
import type { ServerProcess } from './server-process.ts'

export interface AgainstBare extends Rounds {
  readonly name: string
  readonly bounds?: Bounds
  readonly place: Place
  readonly server: ServerProcess
  /** A read first; writes among reads are answered with bytes of their own. */
  readonly requests: readonly Buffer[]
  /** How many requests make up what is measured. */
  readonly per?: number
}

const isRead = (request: Buffer) => request.toString('latin1', 0, 4) === 'GET '

/** The CPU of a request relative to a bare server that answers it with the same bytes. */
export async function againstBare({
  name,
  bounds,
  place,
  server,
  requests,
  per = 1,
  ...rounds
}: AgainstBare): Promise<Figure> {
  const replies = [await sampleReply(server.port, requests[0]!)]
  const write = requests.find((request) => !isRead(request))
  if (write !== undefined) replies.push(await sampleReply(server.port, write))
  await using bare = await startBare(place.folder, replies)
  const [line, cost] = (await compare(
    [
      { server: bare, requests },
      { server, requests },
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
