import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Time for what was written to arrive by itself. */
const pauseMs = 20

/** Writes the bytes to the server, in pieces if so given, and gives everything that comes back until it closes. */
export async function exchange(
  base: string,
  bytes: string | Buffer | readonly string[],
): Promise<string> {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // A server that refuses early may reset while the rest is still being written.
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  if (typeof bytes === 'string' || Buffer.isBuffer(bytes)) socket.write(bytes)
  else await writeSlowly(socket, bytes)
  await closed
  return Buffer.concat(chunks).toString()
}

async function writeSlowly(socket: Socket, pieces: readonly string[]): Promise<void> {
  socket.setNoDelay()
  for (const piece of pieces) {
    socket.write(piece)
    await pause(pauseMs)
  }
}
