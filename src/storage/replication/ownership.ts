import { ownerName } from './names.ts'
import type { ReplicaStore } from './stores/replica-store.ts'

/** The object of a replica that names its owner. Stores have no locks, so that the owner renews it again and again. */
interface Owner {
  /** The data directory. */
  readonly id: string
  /** The run of a server on it. */
  readonly run: string
  readonly beat: number
}

interface OwnershipOptions {
  readonly store: ReplicaStore
  readonly id: string
  readonly run: string
  readonly beatMs: number
  readonly nowMs: () => number
  readonly wait: (ms: number) => Promise<void>
}

const beatsMissedMax = 3

/** Keeps two servers from replicating to one address, where each would delete and continue the history of the other. */
export class Ownership {
  readonly #options: OwnershipOptions
  #beat = 0
  #beatAtMs = 0
  #isLost = false

  constructor(options: OwnershipOptions) {
    this.#options = options
  }

  /** Takes ownership of a replica. Fails if another server replicates to it. */
  async claim(): Promise<void> {
    const { store, id, beatMs, wait } = this.#options
    const found = await readOwner(store)
    const isOwn = found === undefined || (found.id === id && !this.#isLost)
    if (!isOwn) {
      await wait(beatMs * beatsMissedMax)
      const later = await readOwner(store)
      if (later?.run !== found.run || later.beat !== found.beat) throw takenError()
    }
    await this.#beatOnce()
    this.#isLost = false
  }

  get isDue(): boolean {
    const { nowMs, beatMs } = this.#options
    return nowMs() - this.#beatAtMs >= beatMs
  }

  /** Fails if another server has taken the replica. */
  async renew(): Promise<void> {
    const { store, run } = this.#options
    const found = await readOwner(store)
    if (found !== undefined && found.run !== run) {
      this.#isLost = true
      throw takenError()
    }
    await this.#beatOnce()
  }

  /** Lets others take the replica at once. */
  async release(): Promise<void> {
    if (this.#beat > 0 && !this.#isLost) await this.#options.store.delete(ownerName)
  }

  async #beatOnce(): Promise<void> {
    const { store, id, run, nowMs } = this.#options
    const owner: Owner = { id, run, beat: ++this.#beat }
    const atMs = nowMs()
    await store.put(ownerName, Buffer.from(JSON.stringify(owner)))
    this.#beatAtMs = atMs
  }
}

async function readOwner(store: ReplicaStore): Promise<Owner | undefined> {
  const text = (await store.get(ownerName))?.toString('utf8')
  return text === undefined ? undefined : (JSON.parse(text) as Owner)
}

/** Another server replicates to the same address. */
export class TakenReplicaError extends Error {
  override readonly name = 'TakenReplicaError'
}

const takenError = () =>
  new TakenReplicaError(
    'Another server replicates to the same address. Give each server an ALMANAC_REPLICA of its own.',
  )
