import { unavailable } from '#/kernel/errors.ts'
import type { Outcome } from '../../outcome.ts'
import type { Transaction, TransactionOptions } from '../../port.ts'

export type Body = (tx: Transaction) => Promise<unknown>

export interface TurnsOptions {
  /** Runs a body in a transaction of its own. */
  readonly alone: (body: Body) => Promise<unknown>
  /** The same, without locks if possible. */
  readonly withoutLocks: (body: Body, name: string) => Promise<unknown>
  /** Runs bodies in one transaction; undefined if it was rolled back. */
  readonly together: (bodies: readonly Body[]) => Promise<readonly Outcome[] | undefined>
  /** Whether one transaction for several bodies costs more than theirs without locks. */
  readonly isSharingCostly: () => boolean
  readonly membersMax: number
  readonly waitMsMax: number
}

interface Member {
  readonly body: Body
  readonly isAlone: boolean
  readonly canConfirm: boolean
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
  /** Limits the wait for a turn. */
  timer?: NodeJS.Timeout
}

/**
 * Runs transactions that lock the same row first one after another. They wait here instead of in the
 * database, where waiting costs as much as the work; and all that are waiting run in one transaction, with
 * one commit.
 */
export class Turns {
  readonly #options: TurnsOptions
  readonly #waiting = new Map<string, Member[]>()

  constructor(options: TurnsOptions) {
    this.#options = options
  }

  take<T>(
    name: string,
    body: (tx: Transaction) => Promise<T>,
    { isAlone = false, canConfirm = false }: TransactionOptions,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const member = { body, isAlone, canConfirm, resolve, reject }
      const queue = this.#waiting.get(name)
      if (queue !== undefined) return this.#wait(queue, member)
      this.#waiting.set(name, [])
      this.#go(name, [member])
    })
  }

  #wait(queue: Member[], member: Member): void {
    member.timer = setTimeout(() => {
      queue.splice(queue.indexOf(member), 1)
      member.reject(unavailable('Too many writes are waiting.'))
    }, this.#options.waitMsMax)
    queue.push(member)
  }

  async #go(name: string, first: readonly Member[]): Promise<void> {
    for (let group = first; group.length > 0; group = this.#next(name)) {
      for (const { timer } of group) clearTimeout(timer)
      const outcomes = this.#runsTogether(group) ? await this.#runTogether(group) : undefined
      for (const [index, member] of group.entries()) {
        answer(member, outcomes?.[index] ?? (await this.#runAlone(member, name)))
      }
    }
    this.#waiting.delete(name)
  }

  /** The next members: one that must run alone, or all up to the next such one. */
  #next(name: string): readonly Member[] {
    const queue = this.#waiting.get(name)!
    const alone = queue.findIndex(({ isAlone }) => isAlone)
    const together = alone === -1 ? queue.length : Math.max(alone, 1)
    return queue.splice(0, Math.min(together, this.#options.membersMax))
  }

  #runsTogether(group: readonly Member[]): boolean {
    const canAllConfirm = group.every(({ canConfirm }) => canConfirm)
    return group.length > 1 && !(canAllConfirm && this.#options.isSharingCostly())
  }

  async #runTogether(group: readonly Member[]): Promise<readonly Outcome[] | undefined> {
    try {
      return await this.#options.together(group.map(({ body }) => body))
    } catch (error) {
      return group.map(() => ({ error }))
    }
  }

  async #runAlone({ body, canConfirm }: Member, name: string): Promise<Outcome> {
    const { alone, withoutLocks } = this.#options
    try {
      return { value: await (canConfirm ? withoutLocks(body, name) : alone(body)) }
    } catch (error) {
      return { error }
    }
  }
}

function answer({ resolve, reject }: Member, outcome: Outcome): void {
  if ('value' in outcome) resolve(outcome.value as never)
  else reject(outcome.error)
}
