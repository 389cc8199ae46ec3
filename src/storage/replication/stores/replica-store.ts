import type { ReplicaUrl } from '#/kernel/settings/replica-url.ts'

export interface StoredObject {
  readonly name: string
  readonly modifiedMs: number
}

/** Where a replica is stored: objects by name, which appear complete or not at all. */
export interface ReplicaStore {
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Undefined if there is no such object. */
  get(name: string): Promise<Buffer | undefined>
  /** The objects whose names start with a prefix. */
  list(prefix: string): Promise<StoredObject[]>
  delete(name: string): Promise<void>
}

export interface ReplicaAddress {
  readonly url: ReplicaUrl
  readonly accessKey: string
  readonly secretKey: string
}

export async function openReplicaStore({ url, ...keys }: ReplicaAddress): Promise<ReplicaStore> {
  if (url.kind === 'file') {
    const { FolderStore } = await import('./folder-store.ts')
    return new FolderStore(url.folder)
  }
  const { S3Store } = await import('./s3-store.ts')
  return new S3Store({ ...url, ...keys })
}
