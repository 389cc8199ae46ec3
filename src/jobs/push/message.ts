import { dateOf } from '#/kernel/clock.ts'
import { type ClaimedChannel, stateOf } from './channels/channel.ts'
import { signatureHeaders } from './signature.ts'

/** All that a message says: its head. It has no body. */
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

// A head is written byte for byte, so that a text goes out as its UTF-8 bytes.
const headerText = (text: string) => Buffer.from(text).toString('latin1')
