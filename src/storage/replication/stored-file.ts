import { open } from 'node:fs/promises'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { manifestName } from './names.ts'
import { damagedError, sha256 } from './segment.ts'
import type { ReplicaStore } from './stores/replica-store.ts'

/** Describes a file of any size that is stored in parts. It is stored last. */
interface Manifest<Details> {
  readonly format: 'almanac-replica'
  readonly version: 1
  readonly details: Details
  /** The checksums of the compressed parts. */
  readonly parts: readonly string[]
}

const partBytes = 16 * 1024 * 1024

const partName = (name: string, index: number) => `${name}/${String(index).padStart(6, '0')}.zst`

/** Stores a file, and returns the stored bytes. */
export async function putFile<Details>(
  store: ReplicaStore,
  { name, path, details }: { name: string; path: string; details: Details },
): Promise<number> {
  await using file = await open(path)
  const buffer = Buffer.allocUnsafeSlow(partBytes)
  const parts: string[] = []
  let bytes = 0
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, partBytes, parts.length * partBytes)
    if (bytesRead === 0) break
    const part = zstdCompressSync(buffer.subarray(0, bytesRead))
    await store.put(partName(name, parts.length), part)
    parts.push(sha256(part))
    bytes += part.length
  }
  const manifest: Manifest<Details> = {
    format: 'almanac-replica',
    version: 1,
    details,
    parts,
  }
  await store.put(`${name}/${manifestName}`, sealedManifest(manifest))
  return bytes
}

/** Reads a file back to a path, and returns its details. */
export async function getFile<Details>(
  store: ReplicaStore,
  { name, path }: { name: string; path: string },
): Promise<Details> {
  const { details, parts } = await getManifest<Details>(store, name)
  await using file = await open(path, 'w', 0o600)
  for (const [index, checksum] of parts.entries()) {
    const part = await store.get(partName(name, index))
    if (part === undefined || sha256(part) !== checksum) throw damagedError(partName(name, index))
    await file.writeFile(zstdDecompressSync(part))
  }
  await file.sync()
  return details
}

export async function getManifest<Details>(
  store: ReplicaStore,
  name: string,
): Promise<Manifest<Details>> {
  const object = `${name}/${manifestName}`
  const text = (await store.get(object))?.toString('utf8')
  const [checksum, json = ''] = text?.split('\n') ?? []
  if (checksum !== sha256(Buffer.from(json))) throw damagedError(object)
  const manifest = JSON.parse(json) as Manifest<Details>
  if (manifest.version === 1) return manifest
  throw new Error('The replica has a layout that this version of Almanac does not know.')
}

function sealedManifest(manifest: Manifest<unknown>): Buffer {
  const json = JSON.stringify(manifest)
  return Buffer.from(`${sha256(Buffer.from(json))}\n${json}`)
}
