import type { Reader, Transaction } from '#/storage/port.ts'
import { watchChannel } from '../dispatcher.ts'
import type { Delivery } from './channel.ts'
import type { EndedChannel } from './channel-stops.ts'
import {
  type ChannelRow,
  findChannel,
  listChannels,
  listDeliveries,
  listLatestDeliveries,
  removeChannel,
  wantMessage,
} from './inspection-store.ts'
import { nameOf } from './watched-collections.ts'

/** A channel as users and operators see it, without its token and secret. */
interface ChannelView {
  readonly key: string
  readonly id: string
  readonly clientId: string
  readonly user: string
  readonly watches: string
  readonly resourceId: string
  readonly resourceUri: string
  readonly address: string
  readonly isSigned: boolean
  readonly createdAt: string
  readonly expiresAt: string
  readonly lastMessageNumber: string
  /** `retrying` while the last notification has not been accepted. */
  readonly state: 'idle' | 'retrying'
  readonly attempts: number
  readonly nextAttemptAt?: string
}

interface DeliveryView {
  readonly messageNumber: string
  readonly state: string
  readonly attempt: number
  readonly outcome: string
  readonly status?: number
  readonly error?: string
  readonly beganAt: string
  readonly durationMs: number
}

/** The channels of a user, or all channels. */
interface Scope {
  readonly userId?: string | undefined
  readonly nowMs: number
}

export async function channelsAfter(
  reader: Reader,
  { userId, nowMs, after, limit }: Scope & { readonly after: string; readonly limit: number },
): Promise<ChannelView[]> {
  const page = { userId: userId ?? '', now: nowMs, after, limit }
  return (await reader.all(listChannels, page)).map(channelView)
}

/** The delivery log of a channel, newest first; undefined if there is no such channel. */
export async function deliveriesOf(
  reader: Reader,
  key: string,
  { userId, nowMs }: Scope,
): Promise<DeliveryView[] | undefined> {
  const found = await reader.first(findChannel, { key, userId: userId ?? '', now: nowMs })
  if (found === undefined) return undefined
  return (await reader.all(listDeliveries, { key })).map(deliveryView)
}

/** Requests a notification even if nothing has changed; false if there is no such channel. */
export async function redeliver(
  tx: Transaction,
  key: string,
  { userId, nowMs }: Scope,
): Promise<boolean> {
  const message = await tx.first(wantMessage, { key, userId: userId ?? '', now: nowMs })
  if (message === undefined) return false
  await tx.notify(watchChannel, nameOf(message))
  return true
}

/** Deletes a channel, of the given user if any, and returns the process that held it. */
export const endChannel = (
  tx: Transaction,
  key: string,
  userId = '',
): Promise<EndedChannel | undefined> => tx.first(removeChannel, { key, userId })

/** The latest deliveries of all channels, oldest first. */
export async function latestDeliveries(
  reader: Reader,
  limit: number,
): Promise<(DeliveryView & { readonly channelId: string; readonly address: string })[]> {
  const rows = await reader.all(listLatestDeliveries, { limit })
  return rows.map(({ channelId, address, ...row }) => ({
    channelId,
    address,
    ...deliveryView(row),
  }))
}

function channelView({ kind, ...row }: ChannelRow): ChannelView {
  const { isSigned, createdAt, expiresAt, messageNumber, dueAt, ...shown } = row
  return {
    ...shown,
    watches: kind,
    isSigned: isSigned === 1,
    createdAt: momentText(createdAt),
    expiresAt: momentText(expiresAt),
    lastMessageNumber: String(messageNumber),
    state: row.attempts > 0 ? 'retrying' : 'idle',
    ...(dueAt !== null && { nextAttemptAt: momentText(dueAt) }),
  }
}

const deliveryView = ({ messageNumber, status, error, beganAtMs, ...row }: Delivery) => ({
  ...row,
  messageNumber: String(messageNumber),
  ...(status !== null && { status }),
  ...(error !== null && { error }),
  beganAt: momentText(beganAtMs),
})

const momentText = (ms: number) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toString({ smallestUnit: 'millisecond' })
