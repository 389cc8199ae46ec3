import { createHash } from 'node:crypto'
import { string } from '#/contract/schema.ts'
import type { Collection } from '#/jobs/push/channel.ts'
import { watchChannel } from '#/jobs/push/dispatcher.ts'
import type { TargetRules } from '#/jobs/push/target-rules.ts'
import { nameOf } from '#/jobs/push/watched-collections.ts'
import {
  channelIdInvalid,
  channelIdNotUnique,
  invalidField,
  quotaExceeded,
  requiredField,
  webhookHostNotAllowed,
  webhookPortNotAllowed,
  webhookUrlNoHostOrAddress,
  webhookUrlNotHttps,
  webhookUrlNotPublic,
} from '#/kernel/errors.ts'
import type { Transaction } from '#/storage/port.ts'
import type { CalendarGiven } from '../operation.ts'
import type { Channel } from '../schemas/channel.ts'

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
interface Watched extends Collection {
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

/** What a caller wants of a channel, after all of it has been checked. */
interface ChannelWish {
  readonly id: string
  readonly address: string
  readonly token: string | null
  readonly secret: string | null
  readonly expiresAt: number
}

interface Lifetimes {
  readonly channelDays: number
  readonly channelDaysMax: number
}

const idForm = /^[A-Za-z0-9\-_+/=]{1,64}$/
const tokenLengthMax = 256
const secretLengthMin = 16
const secretLengthMax = 256
const dayMs = 86_400_000

function channelWish(
  body: Channel,
  given: { readonly rules: TargetRules; readonly nowMs: number } & Lifetimes,
): ChannelWish {
  const { id, type } = body
  if (id === undefined || id === '') throw requiredField('Missing channel id.')
  if (!idForm.test(id)) throw channelIdInvalid()
  if (type === undefined) throw requiredField('Missing channel type.')
  if (type !== 'web_hook' && type !== 'webhook') throw invalidField('Unknown channel type.')
  return {
    id,
    address: targetIn(body, given.rules),
    token: tokenIn(body),
    secret: secretIn(body),
    expiresAt: expiryIn(body, given),
  }
}

const refusalOf = {
  notAnAddress: webhookUrlNoHostOrAddress,
  notHttps: webhookUrlNotHttps,
  notPublic: webhookUrlNotPublic,
  port: webhookPortNotAllowed,
  host: webhookHostNotAllowed,
}

function targetIn({ address }: Channel, rules: TargetRules): string {
  if (address === undefined || address === '') throw requiredField('Missing channel address.')
  const fault = rules.faultOf(address)
  if (fault !== undefined) throw refusalOf[fault]()
  const url = new URL(address)
  // It is for the receiver alone, and no request carries it.
  url.hash = ''
  return url.href
}

function tokenIn({ token }: Channel): string | null {
  if (token === undefined || token === '') return null
  if ([...token].length > tokenLengthMax) {
    throw invalidField(`Invalid channel token: it has at most ${tokenLengthMax} characters.`)
  }
  // It becomes a line of the head of a message.
  if (/\p{Cc}/u.test(token)) {
    throw invalidField('Invalid channel token: it holds no control characters.')
  }
  return token
}

function secretIn({ params }: Channel): string | null {
  const secret = params?.secret
  if (secret === undefined) return null
  const isBase64 = /^whsec_[A-Za-z0-9+/]{22,}={0,2}$/.test(secret)
  const isSound = isBase64 || !secret.startsWith('whsec_')
  if (!isSound || secret.length < secretLengthMin || secret.length > secretLengthMax) {
    throw invalidField(
      `Invalid params.secret: it is a text of ${secretLengthMin} to ${secretLengthMax} characters, or whsec_ and base64.`,
    )
  }
  return secret
}

/** In whole seconds, as clients know it. */
const expiryIn = (channel: Channel, given: { readonly nowMs: number } & Lifetimes): number =>
  Math.ceil(expiryWished(channel, given) / 1000) * 1000

/** The earlier one of both wishes, and no later than allowed. */
function expiryWished(
  { expiration, params }: Channel,
  { nowMs, channelDays, channelDaysMax }: { readonly nowMs: number } & Lifetimes,
): number {
  const wishes: bigint[] = []
  if (expiration !== undefined) wishes.push(BigInt(expiration))
  if (params?.ttl !== undefined) {
    if (!/^\d{1,18}$/.test(params.ttl)) throw invalidField('Invalid params.ttl: seconds, as text.')
    wishes.push(BigInt(nowMs) + BigInt(params.ttl) * 1000n)
  }
  if (wishes.length === 0) return nowMs + channelDays * dayMs
  if (wishes.some((wish) => wish <= BigInt(nowMs))) {
    throw invalidField('Invalid expiration: the channel would have ended already.')
  }
  const latest = BigInt(nowMs + channelDaysMax * dayMs)
  return Number(wishes.reduce((least, wish) => (wish < least ? wish : least), latest))
}

export const channelKey = string({
  about: 'The key of a channel, as the list shows it.',
  lengthMax: 64,
})
