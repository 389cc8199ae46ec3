import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '#/kernel/clock.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'

interface ChallengesContext {
  /** Signs the challenges. */
  readonly secret: string
  readonly clock: Clock
  readonly randomBytes: RandomBytes
}

const lifetimeMs = 10 * 60_000
const timeBytes = 6
const randomCount = 16

/** Challenges that authenticators sign. Each carries its time and purpose under a MAC, so none is stored. */
export class Challenges {
  readonly #context: ChallengesContext

  constructor(context: ChallengesContext) {
    this.#context = context
  }

  issue(purpose: string): string {
    const { clock, randomBytes } = this.#context
    const time = Buffer.alloc(timeBytes)
    time.writeUIntBE(clock.nowMs(), 0, timeBytes)
    const head = Buffer.concat([time, randomBytes(randomCount)])
    return Buffer.concat([head, this.#macOf(purpose, head)]).toString('base64url')
  }

  /** When a challenge was issued; undefined if it is forged, was issued for another purpose, or has expired. */
  issuedAtMs(challenge: string, purpose: string): number | undefined {
    const bytes = Buffer.from(challenge, 'base64url')
    const head = bytes.subarray(0, timeBytes + randomCount)
    const actual = bytes.subarray(timeBytes + randomCount)
    const expected = this.#macOf(purpose, head)
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined
    const issuedAtMs = head.readUIntBE(0, timeBytes)
    const ageMs = this.#context.clock.nowMs() - issuedAtMs
    return ageMs >= 0 && ageMs <= lifetimeMs ? issuedAtMs : undefined
  }

  #macOf(purpose: string, head: Uint8Array): Buffer {
    const mac = createHmac('sha256', this.#context.secret).update(`passkey challenge:${purpose}:`)
    return mac.update(head).digest()
  }
}
