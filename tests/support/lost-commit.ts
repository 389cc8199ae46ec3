import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a PostgreSQL server on which the answer to a commit can get lost. */
interface LossyWay extends AsyncDisposable {
  readonly port: number
  /** Closes the connection on which the server confirms the next commit, without passing that on. */
  loseNextCommit(): void
}

const confirmation = 'COMMIT\0'

export async function lossyWay(to: { host: string; port: number }): Promise<LossyWay> {
  const sockets = new Set<Socket>()
  let isLossy = false
  const server = createServer((near) => {
    const far = connect(to)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    near.pipe(far)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    let last = ''
    far.on('data', (bytes: Buffer) => {
      last = last.slice(-confirmation.length) + bytes.toString('latin1')
      if (isLossy && last.includes(confirmation)) {
        isLossy = false
        far.destroy()
      } else near.write(bytes)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    loseNextCommit() {
      isLossy = true
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
