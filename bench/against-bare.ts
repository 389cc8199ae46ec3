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
  readonly requests: readonly Buffer[]
}

/** The CPU of a request relative to a bare server that answers it with the same bytes. */
export async function againstBare({
  name,
  bounds,
  place,
  server,
  requests,
  ...rounds
}: AgainstBare): Promise<Figure> {
  const reply = await sampleReply(server.port, requests[0]!)
  await using bare = await startBare(place.folder, reply)
  const [line, cost] = (await compare(
    [
      { server: bare, requests },
      { server, requests },
    ],
    rounds,
  )) as [Cost, Cost]
  return {
    name,
    value: cost.cpuUs / line.cpuUs,
    unit: 'times',
    ...(bounds === undefined ? {} : { bounds }),
    detail: `${cost.cpuUs.toFixed(1)} us against ${line.cpuUs.toFixed(1)} us, ${cost.perSecond.toFixed(0)} requests/s`,
  }
}
