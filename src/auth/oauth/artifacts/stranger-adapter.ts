import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Clock } from '#/kernel/clock.ts'
import type { BrowserState, Slot } from './browser-state.ts'
import { machineSecondsAt } from './machine-seconds.ts'

interface StrangerAdapterParts {
  readonly clock: Clock
  readonly browserState: BrowserState
  /** Where a browser keeps what has this id. */
  readonly slotOf: (id: string) => Slot
  /** Keeps what belongs to people who have signed in. */
  readonly stored: Adapter
}

interface Kept {
  readonly id: string
  readonly expiresAtMs: number
  readonly payload: AdapterPayload
}

/** How long a browser is known in which nobody has signed in yet. */
const strangerSecondsMax = 3_600

/** Keeps sessions and interactions in the browser until somebody signs in there, and then in the database. */
export class StrangerAdapter implements Adapter {
  readonly #parts: StrangerAdapterParts

  constructor(parts: StrangerAdapterParts) {
    this.#parts = parts
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const { browserState, stored, slotOf, clock } = this.#parts
    // Once in the database it stays there: what the browser keeps could be presented again.
    if (isOfSomebody(payload) || (await stored.find(id)) !== undefined) {
      await stored.upsert(id, payload, expiresIn)
      return browserState.clear(slotOf(id))
    }
    const lifetimeS = Math.min(expiresIn, strangerSecondsMax)
    const kept: Kept = { id, expiresAtMs: clock.nowMs() + lifetimeS * 1000, payload }
    if (browserState.put(slotOf(id), JSON.stringify(kept), lifetimeS)) return
    const { errors } = await import('oidc-provider')
    throw new errors.InvalidRequest('The parameters of the request are too long.')
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const { clock } = this.#parts
    const stored = await this.#parts.stored.find(id)
    if (stored) return stored
    const kept = this.#keptWith(id)
    return kept && { ...kept.payload, jti: id, exp: machineSecondsAt(clock, kept.expiresAtMs) }
  }

  async destroy(id: string): Promise<void> {
    if (this.#keptWith(id) !== undefined) this.#parts.browserState.clear(this.#parts.slotOf(id))
    await this.#parts.stored.destroy(id)
  }

  findByUid = (uid: string) => this.#parts.stored.findByUid(uid)
  findByUserCode = (userCode: string) => this.#parts.stored.findByUserCode(userCode)
  consume = (id: string) => this.#parts.stored.consume(id)
  revokeByGrantId = (grantId: string) => this.#parts.stored.revokeByGrantId(grantId)

  #keptWith(id: string): Kept | undefined {
    const { browserState, slotOf } = this.#parts
    const text = browserState.find(slotOf(id))
    const kept = text === undefined ? undefined : (JSON.parse(text) as Kept)
    return kept?.id === id ? kept : undefined
  }
}

/** Whether somebody is known: they are signed in, or have shown one factor and are asked for the other. */
function isOfSomebody({ accountId, session, result, lastSubmission }: AdapterPayload): boolean {
  const { login, pending } = result ?? {}
  const known = [accountId, session?.accountId, login, pending, lastSubmission?.login]
  return known.some((each) => each !== undefined)
}
