import { createHmac } from 'node:crypto'

const prefix = 'whsec_'

/** The bytes of a secret: what follows `whsec_` is base64, anything else is taken as it stands. */
export const secretKeyOf = (secret: string): Buffer =>
  secret.startsWith(prefix)
    ? Buffer.from(secret.slice(prefix.length), 'base64')
    : Buffer.from(secret)

/**
 * The headers by which a receiver knows that a message comes from here, in the form of Standard
 * Webhooks. A message has no content, so that its id and time are what is signed.
 */
export function signatureHeaders(
  secret: string,
  { messageId, nowMs }: { messageId: string; nowMs: number },
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000))
  const signature = createHmac('sha256', secretKeyOf(secret))
    .update(`${messageId}.${timestamp}.`)
    .digest('base64')
  return {
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}
