import type { Database } from '#/storage/port.ts'
import type { ReportPieces } from '../../store/report-pieces.ts'
import type { FragmentSink } from '../row-splitter.ts'

interface Context {
  readonly database: Database
  readonly pieces: ReportPieces
}

interface Form {
  readonly reportId: string
  readonly encoding: 'utf8' | 'base64'
  /** The first bytes of every file. */
  readonly start: string
}

const pieceBytes = 262_144

/** Writes files as pieces, of which only one is in memory at a time. */
export class PieceWriter implements FragmentSink {
  readonly #context: Context
  readonly #form: Form
  readonly #files: { bytes: number }[] = []
  #waiting: Buffer[] = []
  #waitingBytes = 0

  constructor(context: Context, form: Form) {
    this.#context = context
    this.#form = form
  }

  async begin(): Promise<void> {
    this.#files.push({ bytes: 0 })
    await this.write(Buffer.from(this.#form.start))
  }

  async write(bytes: Uint8Array): Promise<void> {
    // The buffer belongs to the caller, so it is copied.
    this.#waiting.push(Buffer.from(bytes))
    this.#waitingBytes += bytes.length
    if (this.#waitingBytes >= pieceBytes) await this.#flush(false)
  }

  async next(): Promise<void> {
    await this.#flush(true)
    await this.begin()
  }

  async end(): Promise<readonly { readonly bytes: number }[]> {
    await this.#flush(true)
    return this.#files
  }

  async #flush(isEnd: boolean): Promise<void> {
    const all = Buffer.concat(this.#waiting)
    const { encoding, reportId } = this.#form
    const length = encoding === 'utf8' && !isEnd ? wholeCharacters(all) : all.length
    const bytes = all.subarray(0, length)
    this.#waiting = length === all.length ? [] : [all.subarray(length)]
    this.#waitingBytes = all.length - length
    if (bytes.length === 0) return
    const file = this.#files.at(-1)!
    const { database, pieces } = this.#context
    const fragment = this.#files.length - 1
    const place = { reportId, fragment, firstByte: file.bytes, byteCount: bytes.length, encoding }
    await database.transaction((tx) =>
      pieces.add(tx, { ...place, content: bytes.toString(encoding) }),
    )
    file.bytes += bytes.length
  }
}

/** The number of bytes that form complete characters. */
function wholeCharacters(bytes: Buffer): number {
  let begin = bytes.length
  while (begin > 0 && (bytes[begin - 1]! & 0xc0) === 0x80) begin -= 1
  if (begin === 0) return bytes.length
  const lead = bytes[begin - 1]!
  const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
  return bytes.length - begin + 1 >= length ? bytes.length : begin - 1
}
