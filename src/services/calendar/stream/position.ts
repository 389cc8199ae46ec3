import { createHash } from 'node:crypto'

const nameBytes = 5
const numberBytes = 6
const entryBytes = nameBytes + numberBytes
const positionLengthMax = 16_384

/** Where a stream stands: the numbers that its reader knows, by the names of the collections. */
export type Known = ReadonlyMap<string, number>

/** The id of an event, by which a reader that comes back says what it knows. */
export function positionText(epoch: number, known: Known): string {
  const bytes = Buffer.alloc(numberBytes + known.size * entryBytes)
  let at = bytes.writeUIntBE(epoch, 0, numberBytes)
  for (const [name, number] of known) {
    at += shortName(name).copy(bytes, at)
    at = bytes.writeUIntBE(number, at, numberBytes)
  }
  return bytes.toString('base64url')
}

/** What an id says of the given collections; undefined where it is not one of this epoch. */
export function readPosition(
  text: string,
  { epoch, names }: { readonly epoch: number; readonly names: Iterable<string> },
): Known | undefined {
  if (text.length > positionLengthMax || !/^[\w-]+$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64url')
  const isWhole = bytes.length >= numberBytes && (bytes.length - numberBytes) % entryBytes === 0
  if (!isWhole || bytes.readUIntBE(0, numberBytes) !== epoch) return undefined
  const numbers = new Map<string, number>()
  for (let at = numberBytes; at < bytes.length; at += entryBytes) {
    const name = bytes.toString('hex', at, at + nameBytes)
    numbers.set(name, bytes.readUIntBE(at + nameBytes, numberBytes))
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
