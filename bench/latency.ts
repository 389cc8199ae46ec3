import { Agent, get } from 'node:http'

interface LatencyLoad {
  readonly port: number
  readonly paths: readonly string[]
  readonly count: number
  readonly connections: number
}

/** How long each request took, in milliseconds, the fastest first; each connection has one under way. */
export async function latencies({
  port,
  paths,
  count,
  connections,
}: LatencyLoad): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const taken: number[] = []
  let next = 0
  const converse = async () => {
    while (next < count) {
      const path = paths[next++ % paths.length]!
      const began = performance.now()
      await answered(port, path, agent)
      taken.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: connections }, converse))
  agent.destroy()
  return taken.sort((one, other) => one - other)
}

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!

function answered(port: number, path: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent }, (reply) => {
      reply.resume()
      reply.on('end', () => {
        if (reply.statusCode === 200) resolve()
        else reject(new Error(`${path}: ${reply.statusCode}`))
      })
    }).on('error', reject)
  })
}
