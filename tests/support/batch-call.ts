import { type HttpReply, send } from './http.ts'
import {
  type BatchForm,
  composeBatch,
  type PartCall,
  type PartReply,
  readBatch,
} from './multipart.ts'

interface BatchCall extends BatchForm {
  readonly base: string
  /** `/batch` and what stands behind it. */
  readonly path: string
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends calls as one batch and gives the replies to them, which have to be as many. */
export async function callInBatch(
  calls: readonly PartCall[],
  batch: BatchCall,
): Promise<PartReply[]> {
  const reply = await sendBatch(composeBatch(calls, batch), batch)
  const parts = readBatch(reply)
  if (parts.length !== calls.length) throw new Error(`${parts.length} replies: ${reply.text}`)
  return parts
}

export function sendBatch(
  body: Buffer | string,
  { base, path, token, headers = {}, boundary = 'almanac_test' }: BatchCall,
): Promise<HttpReply> {
  return send(base + path, {
    method: 'POST',
    headers: {
      'Content-Type': `multipart/mixed; boundary=${boundary}`,
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    body,
  })
}
