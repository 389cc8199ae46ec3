import { createHmac } from 'node:crypto'
import { dateOf } from '#/kernel/clock.ts'
import { type ClaimedChannel, stateOf } from './channels/channel.ts'

/** The headers of a notification, which has no body. */
export function messageHeaders(
  channel: ClaimedChannel,
  { nowMs, sender }: { readonly nowMs: number; readonly sender: string },
): Record<string, string> {
  const { id, token, secret, key, messageNumber } = channel
  return {
    'Content-Type': 'application/json; utf-8',
    'User-Agent': `APIs-Google; (+${sender})`,
    Accept: '*/*',
    'X-Goog-Channel-ID': id,
    'X-Goog-Channel-Expiration': dateOf(channel.expiresAt).toUTCString(),
    'X-Goog-Message-Number': String(messageNumber),
    'X-Goog-Resource-ID': channel.resourceId,
    'X-Goog-Resource-State': stateOf(channel),
    'X-Goog-Resource-URI': channel.resourceUri,
    ...(token !== null && { 'X-Goog-Channel-Token': headerText(token) }),
    ...(secret !== null &&
      signatureHeaders(secret, { messageId: `msg_${key}_${messageNumber}`, nowMs })),
  }
}

// Headers are written as latin1, so that text is converted to its UTF-8 bytes.
const headerText = (text: string) => Buffer.from(text).toString('latin1')

const secretPrefix = 'whsec_'

/** The bytes of a secret: base64 after `whsec_`, any other text as it is. */
const secretKeyOf = (secret: string): Buffer =>
  secret.startsWith(secretPrefix)
    ? Buffer.from(secret.slice(secretPrefix.length), 'base64')
    : Buffer.from(secret)

/**
 * The signature headers of Standard Webhooks. A notification has no content, so that its id and time are
 * signed.
 */
function signatureHeaders(
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
