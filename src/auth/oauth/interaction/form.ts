import type { IncomingMessage } from 'node:http'

const formBytesMax = 64 * 1024

/** The form that a request carries, or undefined when it is too large or ends early. */
export async function readFormBody(message: IncomingMessage): Promise<URLSearchParams | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > formBytesMax) return undefined
      chunks.push(chunk)
    }
  } catch {
    return undefined
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}
