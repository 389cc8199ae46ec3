import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

const headBytes = 65_536
const samples = 16
const chunkBytes = 262_144

/** A file to import, compressed or not, which can be read several times. */
export interface SourceFile {
  readonly name: string
  /** The size on disk. */
  readonly bytes: number
  /** The start of its uncompressed content. */
  readonly head: Buffer
  /** Identifies its content by size and samples, without reading all of it. */
  readonly fingerprint: string
  /** Streams the uncompressed content, and reports the number of bytes read from the file. */
  read(onProgress: (bytes: number) => void): AsyncIterable<Buffer>
}

/** Opens a file; throws a readable error if it is not one. */
export async function openSource(path: string): Promise<SourceFile> {
  await using handle = await openForReading(path)
  const stat = await handle.stat()
  if (!stat.isFile()) throw new Error(`${path} is not a file.`)
  const raw = await readAt(handle, 0)
  const isPacked = raw[0] === 0x1f && raw[1] === 0x8b
  const read = (onProgress: (bytes: number) => void) => {
    const bytes = progressing(path, onProgress)
    return isPacked ? unpackedChunks(path, bytes) : bytes
  }
  return {
    name: basename(path),
    bytes: stat.size,
    head: isPacked ? await firstChunk(read(() => {})) : raw,
    fingerprint: await fingerprintOf(handle, stat.size),
    read,
  }
}

async function openForReading(path: string): Promise<FileHandle> {
  try {
    return await open(path)
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code
    const why = reason === 'ENOENT' ? 'does not exist' : `cannot be opened (${reason})`
    throw new Error(`${path} ${why}.`, { cause })
  }
}

async function readAt(handle: FileHandle, position: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, position)
  return buffer.subarray(0, bytesRead)
}

async function fingerprintOf(handle: FileHandle, size: number): Promise<string> {
  const hash = createHash('sha256').update(String(size))
  for (let index = 0; index < samples; index++) {
    const last = Math.max(0, size - headBytes)
    hash.update(await readAt(handle, Math.floor((last * index) / (samples - 1))))
    if (last === 0) break
  }
  return hash.digest('base64url')
}

async function* progressing(
  path: string,
  onProgress: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  await using handle = await open(path)
  for (let position = 0; ; ) {
    const chunk = Buffer.allocUnsafe(chunkBytes)
    const { bytesRead } = await handle.read(chunk, 0, chunkBytes, position)
    if (bytesRead === 0) return
    position += bytesRead
    onProgress(bytesRead)
    yield chunk.subarray(0, bytesRead)
  }
}

async function* unpackedChunks(
  path: string,
  packed: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: chunkBytes })
  // If the reader stops early, both streams are destroyed, which closes their files.
  const fed = pipeline(packed, gunzip)
  fed.catch(() => {})
  try {
    for await (const chunk of gunzip) yield chunk as Buffer
    await fed
  } catch (cause) {
    throw new Error(`${path} is damaged: it cannot be unpacked to its end.`, { cause })
  } finally {
    gunzip.destroy()
    await fed.catch(() => {})
  }
}

async function firstChunk(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  for await (const chunk of chunks) return chunk.subarray(0, headBytes)
  return Buffer.alloc(0)
}
