import { createHash } from 'node:crypto'

const nameBytes = 5
const numberBytes = 8
const entryBytes = nameBytes + numberBytes
const positionLengthMax = 16_384

/** Where a stream stands: the numbers that its reader knows, by the names of the collections. */
export type Known = ReadonlyMap<string, number>

/** The id of an event, by which a reader that comes back says what it knows. */
export function positionText(known: Known): string {
  const bytes = Buffer.alloc(known.size * entryBytes)
  let at = 0
  for (const [name, number] of known) {
    at += shortName(name).copy(bytes, at)
    at = bytes.writeBigUInt64BE(BigInt(number), at)
  }
  return bytes.toString('base64url')
}

/** What an id says of the given collections; undefined where it is no such id. */
export function readPosition(text: string, names: Iterable<string>): Known | undefined {
  if (text.length > positionLengthMax || !/^[\w-]+$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length === 0 || bytes.length % entryBytes !== 0) return undefined
  const numbers = new Map<string, number>()
  for (let at = 0; at < bytes.length; at += entryBytes) {
    const name = bytes.toString('hex', at, at + nameBytes)
    numbers.set(name, Number(bytes.readBigUInt64BE(at + nameBytes)))
  }
  const known = new Map<string, number>()
  for (const name of names) {
    const number = numbers.get(shortName(name).toString('hex'))
    if (number !== undefined) known.set(name, number)
  }
  return known
}

const shortName = (name: string) =>
  createHash('sha256').update(name).digest().subarray(0, nameBytes)
