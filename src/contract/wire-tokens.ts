import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type ChangeNumbers, includesNumber } from '#/kernel/change-numbers.ts'
import { atParameter, invalid, refusal, refuse } from '#/kernel/errors.ts'
import { holdsNul } from './decoding/decode-text.ts'

/** Where a token was made. It is worth nothing anywhere else. */
interface Origin {
  /** The list that was walked: `calendar.settings`. */
  readonly collection: string
  /** Whose list it was: the id of a user or of a calendar. */
  readonly owner: string
}

interface Issued extends Origin {
  readonly changeNumber: number
  readonly issuedAtMs: number
}

export interface SyncToken extends Issued {
  /** What the list was of that changes are to be told for, in the words of the list. */
  readonly extent?: string
}

export interface PageToken extends Issued {
  /** After what the next page begins, in the words of the list. */
  readonly position: string
  /** What `filterKeyOf` gave for the parameters of the first page. */
  readonly filterKey: string
}

interface Place extends Origin {
  /** The numbers of the list's changes: a token of another history has none of them. */
  readonly numbers: ChangeNumbers
}

interface Age {
  readonly nowMs: number
  readonly lifetimeMs: number
}

const invalidSyncToken = () => invalid('syncToken', 'Invalid sync token value.')
const invalidPageToken = () => invalid('pageToken', 'Invalid page token value.')

export const encodeSyncToken = (token: SyncToken): string =>
  sealed('sync', [
    token.collection,
    token.owner,
    token.changeNumber,
    token.issuedAtMs,
    token.extent ?? '',
  ])

export function decodeSyncToken(text: string): SyncToken {
  const fields = opened('sync', text)
  if (fields === 'garbage') throw invalidSyncToken()
  if (fields === 'old') throw fullSyncRequired()
  const [collection, owner, changeNumber, issuedAtMs, extent = ''] = fields as SyncFields
  return { collection, owner, changeNumber, issuedAtMs, extent }
}

export const encodePageToken = (token: PageToken): string =>
  sealed('page', [
    token.collection,
    token.owner,
    token.changeNumber,
    token.issuedAtMs,
    token.position,
    token.filterKey,
  ])

export function decodePageToken(text: string): PageToken {
  const fields = opened('page', text)
  if (typeof fields === 'string') throw invalidPageToken()
  const [collection, owner, changeNumber, issuedAtMs, position, filterKey] = fields as PageFields
  return { collection, owner, changeNumber, issuedAtMs, position, filterKey }
}

/** After what the caller wants changes, or a 410 where they cannot be told. */
export function readSyncToken(text: string, place: Place & Age): SyncToken {
  const token = decodeSyncToken(text)
  if (!isOfHere(token, place) || isTooOld(token, place)) throw fullSyncRequired()
  return token
}

/** Where the walk goes on, or a 400 where it is another walk. */
export function readPageToken(
  text: string,
  place: Place & Age & { readonly filterKey: string },
): PageToken {
  const token = decodePageToken(text)
  const isSameWalk = isOfHere(token, place) && token.filterKey === place.filterKey
  if (!isSameWalk || isTooOld(token, place)) throw invalidPageToken()
  return token
}

/** A short name for the parameters that a walk must not change. The page size is not one. */
export function filterKeyOf(params: Readonly<Record<string, unknown>>): string {
  const kept = Object.entries(params)
    .filter(([name, value]) => name !== 'pageToken' && name !== 'maxResults' && value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return hash('sha256', JSON.stringify(kept), 'base64url').slice(0, 12)
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

function sealed(kind: Kind, fields: SyncFields | PageFields): string {
  const content = JSON.stringify([kind, ...fields])
  const bytes = Buffer.allocUnsafe(headerBytes + Buffer.byteLength(content))
  bytes.write(content, headerBytes)
  bytes.writeUInt8(layoutVersion, 0)
  bytes.writeUInt32BE(crc32(bytes.subarray(headerBytes), layoutVersion), 1)
  return bytes.toString('base64url')
}

/**
 * The checksum tells noise from a token of another version of this program. It protects nothing:
 * a forged token reaches only what its caller may read anyway, so its content is checked as any
 * other input is.
 */
function opened(kind: Kind, text: string): unknown[] | 'garbage' | 'old' {
  const bytes = Buffer.from(text, 'base64url')
  // The decoder passes over what it does not understand.
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

/** The list has to be read from its beginning: changes since the token was made are no longer known. */
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
