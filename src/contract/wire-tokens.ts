import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type ChangeNumbers, includesNumber } from '#/kernel/change-numbers.ts'
import { atParameter, invalid, refusal, refuse } from '#/kernel/errors.ts'
import { holdsNul } from './decoding/decode-text.ts'

/** Where a token was created. It is valid only there. */
interface Origin {
  /** The list that the token belongs to: `calendar.settings`. */
  readonly collection: string
  /** The owner of the list: the id of a user or a calendar. */
  readonly owner: string
}

interface Issued extends Origin {
  readonly changeNumber: number
  readonly issuedAtMs: number
}

export interface SyncToken extends Issued {
  /** The part of the list that a sync covers, in a format of the list. */
  readonly extent?: string
}

export interface PageToken extends Issued {
  /** The position before the next page, in a format of the list. */
  readonly position: string
  /** What `filterKeyOf` gave for the parameters of the first page. */
  readonly filterKey: string
}

interface Place extends Origin {
  /** The change numbers of the list. They reject tokens of another incarnation. */
  readonly numbers: ChangeNumbers
}

interface Age {
  readonly nowMs: number
  readonly lifetimeMs: number
}

const invalidSyncToken = () => invalid('syncToken', 'Invalid sync token value.')
const invalidPageToken = () => invalid('pageToken', 'Invalid page token value.')

export const encodeSyncToken = (token: SyncToken): string =>
  sealedToken('sync', [
    token.collection,
    token.owner,
    token.changeNumber,
    token.issuedAtMs,
    token.extent ?? '',
  ])

export function decodeSyncToken(text: string): SyncToken {
  const fields = openedToken('sync', text)
  if (fields === 'garbage') throw invalidSyncToken()
  if (fields === 'old') throw fullSyncRequired()
  const [collection, owner, changeNumber, issuedAtMs, extent = ''] = fields as SyncFields
  return { collection, owner, changeNumber, issuedAtMs, extent }
}

export const encodePageToken = (token: PageToken): string =>
  sealedToken('page', [
    token.collection,
    token.owner,
    token.changeNumber,
    token.issuedAtMs,
    token.position,
    token.filterKey,
  ])

export function decodePageToken(text: string): PageToken {
  const fields = openedToken('page', text)
  if (typeof fields === 'string') throw invalidPageToken()
  const [collection, owner, changeNumber, issuedAtMs, position, filterKey] = fields as PageFields
  return { collection, owner, changeNumber, issuedAtMs, position, filterKey }
}

/** The state after which changes are requested, or a 410 if they are no longer known. */
export function readSyncToken(text: string, place: Place & Age): SyncToken {
  const token = decodeSyncToken(text)
  if (!isOfHere(token, place) || isTooOld(token, place)) throw fullSyncRequired()
  return token
}

/** The position after which the list continues, or a 400 if the token belongs to other parameters. */
export function readPageToken(
  text: string,
  place: Place & Age & { readonly filterKey: string },
): PageToken {
  const token = decodePageToken(text)
  const isSameWalk = isOfHere(token, place) && token.filterKey === place.filterKey
  if (!isSameWalk || isTooOld(token, place)) throw invalidPageToken()
  return token
}

/** A hash of the parameters that must stay the same on all pages. The page size is not one of them. */
export function filterKeyOf(params: Readonly<Record<string, unknown>>): string {
  const present = Object.entries(params)
    .filter(([name, value]) => name !== 'pageToken' && name !== 'maxResults' && value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return hash('sha256', JSON.stringify(present), 'base64url').slice(0, 12)
}

const isOfHere = (token: Issued, place: Place) =>
  token.collection === place.collection &&
  token.owner === place.owner &&
  includesNumber(place.numbers, token.changeNumber)

const isTooOld = (token: Issued, { nowMs, lifetimeMs }: Age) =>
  nowMs - token.issuedAtMs > lifetimeMs

// On the wire a token is base64url of a version byte, a checksum of four bytes, and JSON.

type Kind = 'sync' | 'page'
type IssuedFields = [string, string, number, number]
type SyncFields = [...IssuedFields, string?]
type PageFields = [...IssuedFields, string, string]

const layoutVersion = 2
const headerBytes = 5

function sealedToken(kind: Kind, fields: SyncFields | PageFields): string {
  const content = JSON.stringify([kind, ...fields])
  const bytes = Buffer.allocUnsafe(headerBytes + Buffer.byteLength(content))
  bytes.write(content, headerBytes)
  bytes.writeUInt8(layoutVersion, 0)
  bytes.writeUInt32BE(crc32(bytes.subarray(headerBytes), layoutVersion), 1)
  return bytes.toString('base64url')
}

/**
 * The checksum detects arbitrary text and tokens of other versions. It is no protection: the content of a
 * token is validated like any other input, and a forged token reaches only what its caller may read.
 */
function openedToken(kind: Kind, text: string): unknown[] | 'garbage' | 'old' {
  const bytes = Buffer.from(text, 'base64url')
  // The decoder ignores invalid characters.
  if (bytes.length <= headerBytes || bytes.toString('base64url') !== text) return 'garbage'
  const version = bytes.readUInt8(0)
  const content = bytes.subarray(headerBytes)
  if (crc32(content, version) !== bytes.readUInt32BE(1)) return 'garbage'
  if (version !== layoutVersion) return 'old'
  return fieldsIn(kind, content.toString()) ?? 'garbage'
}

const shapes: Readonly<Record<Kind, readonly ('text' | 'number')[]>> = {
  sync: ['text', 'text', 'number', 'number', 'text'],
  page: ['text', 'text', 'number', 'number', 'text', 'text'],
}

const fieldsMin: Readonly<Record<Kind, number>> = { sync: 4, page: 6 }

const fits = {
  text: (field: unknown) => typeof field === 'string' && !holdsNul(field) && field.isWellFormed(),
  number: Number.isSafeInteger,
}

function fieldsIn(kind: Kind, json: string): unknown[] | undefined {
  let content: unknown
  try {
    content = JSON.parse(json)
  } catch {
    return undefined
  }
  if (!Array.isArray(content) || content[0] !== kind) return undefined
  const fields = content.slice(1)
  const shape = shapes[kind]
  const isWhole = fields.length >= fieldsMin[kind] && fields.length <= shape.length
  return isWhole && fields.every((field, index) => fits[shape[index]!](field)) ? fields : undefined
}

/** Requires a full sync, because the changes since the token are no longer known. */
export const fullSyncRequired = () =>
  refuse(
    410,
    atParameter(
      refusal(
        'fullSyncRequired',
        'Sync token is no longer valid, a full sync is required.',
        'calendar',
      ),
      'syncToken',
    ),
  )
