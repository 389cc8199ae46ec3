import { once } from 'node:events'
import { connect } from 'node:net'

/** Writes the bytes to the server and gives everything that comes back until it closes. */
export async function exchange(base: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // A server that refuses early may reset while the rest is still being written.
  socket.on('error', () => {})
  socket.write(bytes)
  await once(socket, 'close')
  return Buffer.concat(chunks).toString()
}
