import { BadEntry, badEntry, type Entry } from '../../entry.ts'
import { controlField, type MarcField, MarcRecord } from './marc-record.ts'
import { marcVolume } from './marc-volume.ts'
import { textOfMarc8 } from './marc8.ts'

const recordEnd = 0x1d
const fieldEnd = 0x1e
const partMark = 0x1f
const leaderBytes = 24
const entryBytes = 12
/** The length of a record has five digits. */
const recordBytesMax = 99_999

/** Records in ISO 2709 format, counted instead of lines. */
export async function* marcRecords(chunks: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  let number = 1
  let rest: Buffer = Buffer.alloc(0)
  let isTooLong = false
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (let end = rest.indexOf(recordEnd); end !== -1; end = rest.indexOf(recordEnd)) {
      const bytes = rest.subarray(0, end)
      rest = rest.subarray(end + 1)
      yield isTooLong ? badEntry(number, tooLong) : entryOf(number, bytes)
      isTooLong = false
      number++
    }
    if (rest.length > recordBytesMax) {
      isTooLong = true
      rest = Buffer.alloc(0)
    }
  }
  if (isTooLong || rest.toString('latin1').trim() !== '') {
    yield badEntry(number, 'the file ends within the record')
  }
}

const tooLong = 'the record is longer than MARC allows'

const entryOf = (line: number, bytes: Buffer): Entry => ({
  line,
  read: () => marcVolume(recordOf(bytes)),
})

function recordOf(raw: Buffer): MarcRecord {
  const bytes = withoutLineBreaks(raw)
  const leader = bytes.toString('latin1', 0, leaderBytes)
  if (!/^\d{5}/.test(leader)) throw new BadEntry('it does not begin with a leader')
  const base = bytes.indexOf(fieldEnd) + 1
  const directory = bytes.toString('latin1', leaderBytes, base - 1)
  if (base === 0 || !/^(?:\w{3}\d{9})*$/.test(directory)) {
    throw new BadEntry('its directory is damaged')
  }
  const decode = leader[9] === 'a' ? (part: Buffer) => part.toString('utf8') : textOfMarc8
  const fields: MarcField[] = []
  for (let at = 0; at < directory.length; at += entryBytes) {
    const entry = directory.slice(at, at + entryBytes)
    const from = base + Number(entry.slice(7))
    const to = from + Number(entry.slice(3, 7)) - 1
    if (to > bytes.length || to < from)
      throw new BadEntry(`its field ${entry.slice(0, 3)} is cut off`)
    fields.push(fieldOf(entry.slice(0, 3), bytes.subarray(from, to), decode))
  }
  return new MarcRecord(leader, fields)
}

/** Some programs put line breaks between records, at the start of the next one. */
function withoutLineBreaks(bytes: Buffer): Buffer {
  let from = 0
  while (bytes[from] === 10 || bytes[from] === 13) from++
  return bytes.subarray(from)
}

function fieldOf(tag: string, bytes: Buffer, decode: (bytes: Buffer) => string): MarcField {
  if (tag < '010') return controlField(tag, decode(bytes))
  const parts: [string, string][] = []
  for (let at = bytes.indexOf(partMark); at !== -1; ) {
    const next = bytes.indexOf(partMark, at + 1)
    const text = bytes.subarray(at + 2, next === -1 ? bytes.length : next)
    parts.push([String.fromCharCode(bytes[at + 1] ?? 32), decode(text)])
    at = next
  }
  return { tag, indicators: bytes.toString('latin1', 0, 2), value: '', parts }
}
