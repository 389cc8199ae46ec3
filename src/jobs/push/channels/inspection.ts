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

/** A channel as people look at it. What only its receiver may know is not shown. */
export interface ChannelView {
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
  /** `retrying` while the last message has not been taken. */
  readonly state: 'idle' | 'retrying'
  readonly attempts: number
  readonly nextAttemptAt?: string
}

export interface DeliveryView {
  readonly messageNumber: string
  readonly state: string
  readonly attempt: number
  readonly outcome: string
  readonly status?: number
  readonly error?: string
  readonly beganAt: string
  readonly durationMs: number
}

/** Whose channels are looked at: those of a user, or all of them. */
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

/** The log of a channel, the newest entry first; undefined where there is no such channel. */
export async function deliveriesOf(
  reader: Reader,
  key: string,
  { userId, nowMs }: Scope,
): Promise<DeliveryView[] | undefined> {
  const found = await reader.first(findChannel, { key, userId: userId ?? '', now: nowMs })
  if (found === undefined) return undefined
  return (await reader.all(listDeliveries, { key })).map(deliveryView)
}

/** Has a message sent soon, whether there is news or not; false where there is no such channel. */
export async function redeliver(
  tx: Transaction,
  key: string,
  { userId, nowMs }: Scope,
): Promise<boolean> {
  const wanted = await tx.first(wantMessage, { key, userId: userId ?? '', now: nowMs })
  if (wanted === undefined) return false
  await tx.notify(watchChannel, nameOf(wanted))
  return true
}

/** Removes a channel, of this user where one is named, and says who held it. */
export const endChannel = (
  tx: Transaction,
  key: string,
  userId = '',
): Promise<EndedChannel | undefined> => tx.first(removeChannel, { key, userId })

/** The latest deliveries of all channels, of them the earliest first. */
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
