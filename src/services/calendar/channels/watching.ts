import { createHash } from 'node:crypto'
import type { Collection } from '#/jobs/push/channel.ts'
import { watchChannel } from '#/jobs/push/dispatcher.ts'
import type { TargetRules } from '#/jobs/push/target-rules.ts'
import { nameOf } from '#/jobs/push/watched-collections.ts'
import { channelIdNotUnique, quotaExceeded } from '#/kernel/errors.ts'
import type { Transaction } from '#/storage/port.ts'
import type { CalendarGiven } from '../operation.ts'
import type { Channel } from '../schemas/channel.ts'
import { channelWish, type Lifetimes } from './wish.ts'

/** How channels may be, and how many. */
export interface WatchRules extends Lifetimes {
  readonly targets: TargetRules
  readonly channelsPerUserMax: number
  readonly channelsPerResourceMax: number
  /** Where this service answers. */
  readonly basePath: string
}

type Given = Pick<
  CalendarGiven,
  'store' | 'caller' | 'clock' | 'origin' | 'watching' | 'newChannelKey'
> & { readonly body: Channel }

/** What is to be watched, as it is at this moment. */
export interface Watched extends Collection {
  /** The path of its list below the base path of the service. */
  readonly path: string
  readonly sequence: number
  readonly calendarKey?: number
  readonly eventTypes?: readonly string[]
}

/** Begins to watch. The first message, that watching has begun, follows the commit. */
export async function openChannel(
  { store, caller, clock, origin, watching, newChannelKey, body }: Given,
  tx: Transaction,
  { kind, owner, path, sequence, calendarKey = 0, eventTypes = [] }: Watched,
): Promise<Channel> {
  const nowMs = clock.nowMs()
  const wish = channelWish(body, { ...watching, rules: watching.targets, nowMs })
  const { userId, clientId, scopes, token } = caller
  const counts = await store.channels.countOf(tx, { kind, owner, userId, now: nowMs })
  const isFull =
    counts.ofUser >= watching.channelsPerUserMax ||
    counts.ofResource >= watching.channelsPerResourceMax
  if (isFull) throw quotaExceeded()
  const resourceId = resourceIdOf({ kind, owner })
  const resourceUri = `${origin()}${watching.basePath}${path}?alt=json`
  const isNew = await store.channels.add(tx, {
    ...wish,
    key: newChannelKey(),
    kind,
    owner,
    clientId,
    userId,
    eventTypes: JSON.stringify(eventTypes),
    scopes: [...scopes].join(' '),
    tokenHash: token?.hash ?? null,
    grantId: token?.grantId ?? null,
    resourceId,
    resourceUri,
    createdAt: nowMs,
    incarnation: store.incarnation,
    told: sequence,
    toldKey: calendarKey,
  })
  if (!isNew) throw channelIdNotUnique()
  await tx.notify(watchChannel, nameOf({ kind, owner }))
  const { id, expiresAt } = wish
  return {
    kind: 'api#channel',
    id,
    resourceId,
    resourceUri,
    ...(wish.token !== null && { token: wish.token }),
    expiration: String(expiresAt),
  }
}

/** The same for everybody who watches the same, and for ever. */
export const resourceIdOf = (collection: Collection): string =>
  createHash('sha1').update(nameOf(collection)).digest('base64url')
