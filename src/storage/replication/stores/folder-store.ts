import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { ReplicaStore, StoredObject } from './replica-store.ts'

const partialEnding = '.partial'

/** A replica in a folder, such as that of a mounted disk. */
export class FolderStore implements ReplicaStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await this.#requireFolder()
    const path = join(this.#folder, name)
    await this.#makeFolders(dirname(name))
    const partial = `${path}${partialEnding}`
    try {
      await writeDurably(partial, bytes)
      await rename(partial, path)
    } catch (error) {
      // It would keep a full disk full.
      await rm(partial, { force: true })
      throw error
    }
    await using folder = await open(dirname(path))
    await folder.sync()
  }

  async get(name: string): Promise<Buffer | undefined> {
    const bytes = await readFile(join(this.#folder, name)).catch(undefinedIfMissing)
    if (bytes === undefined) await this.#requireFolder()
    return bytes
  }

  async list(prefix: string): Promise<StoredObject[]> {
    await this.#requireFolder()
    const top = join(this.#folder, prefix)
    const entries = await readdir(top, { recursive: true, withFileTypes: true }).catch(
      undefinedIfMissing,
    )
    const files = (entries ?? []).filter(
      (entry) => entry.isFile() && !entry.name.endsWith(partialEnding),
    )
    const found = await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const path = join(parentPath, name)
        const facts = await stat(path).catch(undefinedIfMissing)
        return facts && { name: relative(this.#folder, path), modifiedMs: facts.mtimeMs }
      }),
    )
    return found.filter((object) => object !== undefined)
  }

  /** Makes folders within the folder of the replica, which may disappear meanwhile. */
  async #makeFolders(path: string): Promise<void> {
    let folder = this.#folder
    for (const name of path.split(sep)) {
      folder = join(folder, name)
      if (folder !== this.#folder) await mkdir(folder, { mode: 0o700 }).catch(undefinedIfExists)
    }
  }

  // It is not created, because it may be on a disk that is not mounted.
  async #requireFolder(): Promise<void> {
    const found = await stat(this.#folder).catch(() => undefined)
    if (!found?.isDirectory()) throw new Error(`There is no folder ${this.#folder}.`)
  }

  async delete(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true })
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  await using file = await open(path, 'w', 0o600)
  await file.writeFile(bytes)
  await file.sync()
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function undefinedIfExists(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EEXIST') throw error
}
