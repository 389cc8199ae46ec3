import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Clock } from '#/kernel/clock.ts'
import type { BrowserState, Slot } from './browser-state.ts'
import { machineSecondsAt } from './machine-seconds.ts'

interface StrangerAdapterContext {
  readonly clock: Clock
  readonly browserState: BrowserState
  /** The cookie for this id. */
  readonly slotOf: (id: string) => Slot
  /** Stores the artifacts of signed-in users. */
  readonly stored: Adapter
}

interface Artifact {
  readonly id: string
  readonly expiresAtMs: number
  readonly payload: AdapterPayload
}

/** The maximum lifetime of artifacts without a signed-in user. */
const strangerSecondsMax = 3_600

/** Stores sessions and interactions in cookies until a user signs in, and then in the database. */
export class StrangerAdapter implements Adapter {
  readonly #context: StrangerAdapterContext

  constructor(context: StrangerAdapterContext) {
    this.#context = context
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const { browserState, stored, slotOf, clock } = this.#context
    // Once in the database it stays there: cookies could be replayed.
    if (isOfSomebody(payload) || (await stored.find(id)) !== undefined) {
      await stored.upsert(id, payload, expiresIn)
      return browserState.clear(slotOf(id))
    }
    const lifetimeS = Math.min(expiresIn, strangerSecondsMax)
    const artifact: Artifact = { id, expiresAtMs: clock.nowMs() + lifetimeS * 1000, payload }
    if (browserState.put(slotOf(id), JSON.stringify(artifact), lifetimeS)) return
    const { errors } = await import('oidc-provider')
    throw new errors.InvalidRequest('The parameters of the request are too long.')
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const { clock } = this.#context
    const stored = await this.#context.stored.find(id)
    if (stored) return stored
    const artifact = this.#artifactIn(id)
    return (
      artifact && {
        ...artifact.payload,
        jti: id,
        exp: machineSecondsAt(clock, artifact.expiresAtMs),
      }
    )
  }

  async destroy(id: string): Promise<void> {
    if (this.#artifactIn(id) !== undefined)
      this.#context.browserState.clear(this.#context.slotOf(id))
    await this.#context.stored.destroy(id)
  }

  findByUid = (uid: string) => this.#context.stored.findByUid(uid)
  findByUserCode = (userCode: string) => this.#context.stored.findByUserCode(userCode)
  consume = (id: string) => this.#context.stored.consume(id)
  revokeByGrantId = (grantId: string) => this.#context.stored.revokeByGrantId(grantId)

  #artifactIn(id: string): Artifact | undefined {
    const { browserState, slotOf } = this.#context
    const text = browserState.find(slotOf(id))
    const artifact = text === undefined ? undefined : (JSON.parse(text) as Artifact)
    return artifact?.id === id ? artifact : undefined
  }
}

/** Whether a user is signed in, or has completed the first factor. */
function isOfSomebody({ accountId, session, result, lastSubmission }: AdapterPayload): boolean {
  const { login, pending } = result ?? {}
  const users = [accountId, session?.accountId, login, pending, lastSubmission?.login]
  return users.some((each) => each !== undefined)
}
