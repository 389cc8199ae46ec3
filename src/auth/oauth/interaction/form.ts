import type { IncomingMessage } from 'node:http'

const formBytesMax = 64 * 1024

/** The form in the body of a request; undefined if it is too large or incomplete. */
export async function readFormBody(message: IncomingMessage): Promise<URLSearchParams | undefined> {
  const text = await readBodyText(message, formBytesMax)
  return text === undefined ? undefined : new URLSearchParams(text)
}

/**
 * The body of a request; undefined if it is too large or incomplete. It is read to its end in any case, because the
 * next request on the connection follows it.
 */
export async function readBodyText(
  message: IncomingMessage,
  bytesMax: number,
): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length <= bytesMax) chunks.push(chunk)
    }
  } catch {
    return undefined
  }
  return length <= bytesMax ? Buffer.concat(chunks).toString('utf8') : undefined
}
