import { createHash } from 'node:crypto'
import { string } from '#/contract/schema.ts'
import type { Collection } from '#/jobs/push/channels/channel.ts'
import { nameOf } from '#/jobs/push/channels/watched-collections.ts'
import { watchChannel } from '#/jobs/push/dispatcher.ts'
import { invalidField, requiredField } from '#/kernel/errors.ts'
import type { TargetRules } from '#/kernel/outgoing/target-rules.ts'
import type { Transaction } from '#/storage/port.ts'
import {
  channelIdInvalid,
  channelIdNotUnique,
  quotaExceeded,
  webhookHostNotAllowed,
  webhookPortNotAllowed,
  webhookUrlNoHostOrAddress,
  webhookUrlNotHttps,
  webhookUrlNotPublic,
} from '../errors.ts'
import type { CalendarContext } from '../operation.ts'
import type { Channel } from '../schemas/channel.ts'
import type { WatchedKind } from '../store/changes.ts'

/** The limits of channels. */
export interface WatchRules {
  readonly targets: TargetRules
  readonly channelDays: number
  readonly channelDaysMax: number
  readonly channelsPerUserMax: number
  readonly channelsPerResourceMax: number
  /** The base path of this service. */
  readonly basePath: string
}

type Context = CalendarContext & { readonly body: Channel }

/** The collection to watch, with its current change number. */
interface Watched extends Collection {
  readonly kind: WatchedKind
  /** The path of the list below the base path. */
  readonly path: string
  readonly changeNumber: number
  readonly calendarKey?: number
  readonly eventTypes?: readonly string[]
}

/** Creates a channel. Its first message (`sync`) is sent after the commit. */
export async function openChannel(
  { body, database, channels, caller, clock, origin, watching, newChannelKey }: Context,
  tx: Transaction,
  { kind, owner, path, changeNumber, calendarKey = 0, eventTypes = [] }: Watched,
): Promise<Channel> {
  const nowMs = clock.nowMs()
  const options = channelOptions(body, watching, nowMs)
  const { userId, clientId, scopes, token } = caller
  const counts = await channels.countOf(tx, { kind, owner, userId, now: nowMs })
  const isFull =
    counts.ofUser >= watching.channelsPerUserMax ||
    counts.ofResource >= watching.channelsPerResourceMax
  if (isFull) throw quotaExceeded()
  const resourceId = resourceIdOf({ kind, owner })
  const resourceUri = `${origin()}${watching.basePath}${path}?alt=json`
  const isNew = await channels.add(tx, {
    ...options,
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
    incarnation: database.incarnation,
    told: changeNumber,
    toldKey: calendarKey,
  })
  if (!isNew) throw channelIdNotUnique()
  await tx.notify(watchChannel, nameOf({ kind, owner }))
  const { id, expiresAt } = options
  return {
    kind: 'api#channel',
    id,
    resourceId,
    resourceUri,
    ...(options.token !== null && { token: options.token }),
    expiration: String(expiresAt),
  }
}

/** Identifies the watched collection; the same for all channels and over time. */
export const resourceIdOf = (collection: Collection): string =>
  createHash('sha1').update(nameOf(collection)).digest('base64url')

/** The options of a channel, validated. */
interface ChannelOptions {
  readonly id: string
  readonly address: string
  readonly token: string | null
  readonly secret: string | null
  readonly expiresAt: number
}

const idForm = /^[A-Za-z0-9\-_+/=]{1,64}$/
const tokenLengthMax = 256
const secretLengthMin = 16
const secretLengthMax = 256
const dayMs = 86_400_000

function channelOptions(body: Channel, watching: WatchRules, nowMs: number): ChannelOptions {
  const { id, type } = body
  if (id === undefined || id === '') throw requiredField('Missing channel id.')
  if (!idForm.test(id)) throw channelIdInvalid()
  if (type === undefined) throw requiredField('Missing channel type.')
  if (type !== 'web_hook' && type !== 'webhook') throw invalidField('Unknown channel type.')
  return {
    id,
    address: targetIn(body, watching.targets),
    token: tokenIn(body),
    secret: secretIn(body),
    expiresAt: expiryIn(body, watching, nowMs),
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
  // HTTP requests carry no fragment.
  url.hash = ''
  return url.href
}

function tokenIn({ token }: Channel): string | null {
  if (token === undefined || token === '') return null
  if ([...token].length > tokenLengthMax) {
    throw invalidField(`Invalid channel token: it has at most ${tokenLengthMax} characters.`)
  }
  // The token is sent as a header.
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

/** Rounded up to whole seconds, as clients expect. */
const expiryIn = (channel: Channel, watching: WatchRules, nowMs: number): number =>
  Math.ceil(requestedExpiry(channel, watching, nowMs) / 1000) * 1000

/** The earlier of `expiration` and `params.ttl`, capped at the maximum. */
function requestedExpiry(
  { expiration, params }: Channel,
  { channelDays, channelDaysMax }: WatchRules,
  nowMs: number,
): number {
  const requested: bigint[] = []
  if (expiration !== undefined) requested.push(BigInt(expiration))
  if (params?.ttl !== undefined) {
    if (!/^\d{1,18}$/.test(params.ttl)) throw invalidField('Invalid params.ttl: seconds, as text.')
    requested.push(BigInt(nowMs) + BigInt(params.ttl) * 1000n)
  }
  if (requested.length === 0) return nowMs + channelDays * dayMs
  if (requested.some((expiry) => expiry <= BigInt(nowMs))) {
    throw invalidField('Invalid expiration: the channel would have ended already.')
  }
  const latest = BigInt(nowMs + channelDaysMax * dayMs)
  return Number(requested.reduce((least, expiry) => (expiry < least ? expiry : least), latest))
}

export const channelKey = string({
  about: 'The key of a channel, as the list shows it.',
  lengthMax: 64,
})
