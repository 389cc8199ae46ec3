/**
 * The hash by which Citus distributes rows, the one that PostgreSQL uses for its hash indexes. Knowing it saves
 * a question to the database.
 */
export function distributionHash(value: string | number): number {
  return typeof value === 'number' ? hashOfInteger(value) : hashOfBytes(Buffer.from(value))
}

const seed = 0x9e3779b9 + 3_923_095
const integerBytes = 4
const twoTo32 = 2 ** 32

/** The upper half is part of the hash in a way that makes equal numbers of other types equal. */
function hashOfInteger(value: number): number {
  const upper = Math.floor(value / twoTo32) | 0
  const start = (seed + integerBytes) | 0
  const state = {
    a: (start + ((value | 0) ^ (value < 0 ? ~upper : upper))) | 0,
    b: start,
    c: start,
  }
  return finish(state)
}

const blockBytes = 12

/** Bob Jenkins' `lookup3`. */
function hashOfBytes(bytes: Uint8Array): number {
  const start = (seed + bytes.length) | 0
  const state = { a: start, b: start, c: start }
  const byteAt = (place: number) => bytes[place] ?? 0
  const wordAt = (place: number) =>
    byteAt(place) | (byteAt(place + 1) << 8) | (byteAt(place + 2) << 16) | (byteAt(place + 3) << 24)
  let place = 0
  for (; bytes.length - place >= blockBytes; place += blockBytes) {
    state.a = (state.a + wordAt(place)) | 0
    state.b = (state.b + wordAt(place + 4)) | 0
    state.c = (state.c + wordAt(place + 8)) | 0
    mix(state)
  }
  state.a = (state.a + wordAt(place)) | 0
  state.b = (state.b + wordAt(place + 4)) | 0
  // The lowest byte is that of the length.
  state.c = (state.c + (wordAt(place + 8) << 8)) | 0
  return finish(state)
}

interface State {
  a: number
  b: number
  c: number
}

const rotateLeft = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits))

function mix(state: State): void {
  let { a, b, c } = state
  a = ((a - c) | 0) ^ rotateLeft(c, 4)
  c = (c + b) | 0
  b = ((b - a) | 0) ^ rotateLeft(a, 6)
  a = (a + c) | 0
  c = ((c - b) | 0) ^ rotateLeft(b, 8)
  b = (b + a) | 0
  a = ((a - c) | 0) ^ rotateLeft(c, 16)
  c = (c + b) | 0
  b = ((b - a) | 0) ^ rotateLeft(a, 19)
  a = (a + c) | 0
  c = ((c - b) | 0) ^ rotateLeft(b, 4)
  b = (b + a) | 0
  Object.assign(state, { a, b, c })
}

function finish({ a, b, c }: State): number {
  c = ((c ^ b) - rotateLeft(b, 14)) | 0
  a = ((a ^ c) - rotateLeft(c, 11)) | 0
  b = ((b ^ a) - rotateLeft(a, 25)) | 0
  c = ((c ^ b) - rotateLeft(b, 16)) | 0
  a = ((a ^ c) - rotateLeft(c, 4)) | 0
  b = ((b ^ a) - rotateLeft(a, 14)) | 0
  return ((c ^ b) - rotateLeft(b, 24)) | 0
}
