import type { IncomingMessage } from 'node:http'

const formBytesMax = 64 * 1024

/** The form in the body of a request; undefined if it is too large or incomplete. */
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
