import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReadyFile } from '#/contract/answer.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Database, Snapshot } from '#/storage/port.ts'
import type { AdvertiserRow } from '../store/advertisers.ts'
import type { Entities } from '../store/entities.ts'
import { idPairLines } from '../store/id-pairs.ts'

interface Context {
  readonly database: Database
  readonly entities: Entities
  readonly folder: string
  readonly randomBytes: RandomBytes
}

/**
 * Files with the ids of entities in both experiences. A file is kept until the next import, so that a client
 * that downloads it in parts gets parts of the same file.
 */
export class IdPairsFiles {
  readonly #context: Context
  readonly #underWay = new Map<string, Promise<ReadyFile>>()

  constructor(context: Context) {
    this.#context = context
  }

  async of(advertiser: AdvertiserRow): Promise<ReadyFile> {
    const { database, entities } = this.#context
    const { id, agencyId, customerId } = advertiser
    const sequence = await entities.lastSequence(database, id)
    const version = [database.incarnation, agencyId, customerId || 0, sequence]
    const name = `${[id, ...version].join('-')}.csv`
    let ready = this.#underWay.get(name)
    if (ready === undefined) {
      ready = this.#ready(name, advertiser).finally(() => this.#underWay.delete(name))
      this.#underWay.set(name, ready)
    }
    return ready
  }

  async #ready(name: string, advertiser: AdvertiserRow): Promise<ReadyFile> {
    const path = join(this.#context.folder, name)
    const bytes = (await sizeOf(path)) ?? (await this.#write(path, advertiser))
    return { source: { path }, bytes, etag: `"${name.slice(0, -'.csv'.length)}"` }
  }

  /** Written under another name first, so that the final name always refers to a complete file. */
  async #write(path: string, advertiser: AdvertiserRow): Promise<number> {
    const { database, folder, randomBytes } = this.#context
    await mkdir(folder, { recursive: true })
    const draft = `${path}.${Buffer.from(randomBytes(6)).toString('hex')}`
    try {
      const bytes = await database.snapshot((snapshot) => this.#fill(draft, advertiser, snapshot))
      await rename(draft, path)
      await this.#dropOthers(path, advertiser)
      return bytes
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }

  async #fill(path: string, advertiser: AdvertiserRow, snapshot: Snapshot): Promise<number> {
    await using file = await open(path, 'w', 0o600)
    let bytes = 0
    // The next lines are created while these are written.
    let writing: Promise<unknown> = Promise.resolve()
    const { id: advertiserId, agencyId, customerId } = advertiser
    for await (const text of idPairLines(snapshot, { agencyId, advertiserId, customerId })) {
      await writing
      const lines = Buffer.from(text)
      bytes += lines.length
      writing = writeAll(file, lines)
    }
    await writing
    return bytes
  }

  /** Removes older files of the advertiser. Downloads that have started can still read theirs to the end. */
  async #dropOthers(path: string, { id }: AdvertiserRow): Promise<void> {
    const { folder } = this.#context
    for (const name of await readdir(folder)) {
      const isOld = name.startsWith(`${id}-`) && name.endsWith('.csv')
      if (isOld && join(folder, name) !== path) await rm(join(folder, name), { force: true })
    }
  }
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  let done = 0
  while (done < bytes.length) done += (await file.write(bytes, done)).bytesWritten
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch {
    return undefined
  }
}
