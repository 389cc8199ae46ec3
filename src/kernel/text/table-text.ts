const utf8 = new TextDecoder('utf-8', { fatal: true })
const western = new TextDecoder('windows-1252')
const lossy = new TextDecoder()

/** A longer line is decoded in parts. No valid row is that long. */
const lineBytesMax = 1024 * 1024

/**
 * Decodes a table of unknown encoding: by its byte-order mark, or else as UTF-8. Lines that are not UTF-8 are
 * decoded as Windows-1252.
 */
export class TableText {
  #wide: TextDecoder | undefined
  #hasBegun = false
  /** The incomplete line. */
  #rest: Buffer = Buffer.alloc(0)

  add(chunk: Buffer): string {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    if (!this.#hasBegun) {
      this.#rest = bytes
      if (bytes.length < 2) return ''
      this.#hasBegun = true
      this.#wide = wideDecoder(bytes)
    }
    if (this.#wide !== undefined) {
      this.#rest = Buffer.alloc(0)
      return this.#wide.decode(bytes, { stream: true })
    }
    const end = 1 + Math.max(bytes.lastIndexOf('\n'), bytes.lastIndexOf('\r'))
    const isTooLong = bytes.length - end > lineBytesMax
    this.#rest = isTooLong ? Buffer.alloc(0) : bytes.subarray(end)
    const tail = isTooLong ? lossy.decode(bytes.subarray(end)) : ''
    return linesText(bytes.subarray(0, end)) + tail
  }

  end(): string {
    return this.#wide === undefined ? linesText(this.#rest) : this.#wide.decode()
  }
}

function wideDecoder([first, second]: Buffer): TextDecoder | undefined {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le')
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be')
  return undefined
}

function linesText(bytes: Buffer): string {
  return (
    textIn(bytes) ??
    bytes
      .toString('latin1')
      .split(/(?<=[\n\r])/)
      .map((line) => Buffer.from(line, 'latin1'))
      .map((line) => textIn(line) ?? western.decode(line))
      .join('')
  )
}

function textIn(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}
