import { hash } from 'node:crypto'
import type { AuditNote } from '#/audit/entry.ts'
import type { AuditTrail } from '#/audit/trail.ts'
import { auditObject } from '#/contract/audit.ts'
import { routeOf } from '#/contract/operation.ts'
import type { Clock } from '#/kernel/clock.ts'
import type { Log } from '#/kernel/log.ts'
import type { Database } from '#/storage/port.ts'
import type { CallableOperations } from './operation-client.ts'
import type { Plan, Tool, ToolContext } from './tool.ts'

interface RecordContext {
  readonly database: Database
  readonly audit: AuditTrail
  readonly clock: Clock
  readonly log: Log
  readonly operations: CallableOperations
}

type Args = Readonly<Record<string, unknown>>

const waitMs = 1000
const waitingMax = 200

/**
 * Records calls of tools in the audit log. A write is recorded by the transaction that carries it out. Reads
 * are recorded together, within a second, because a transaction each would cost more than the read.
 */
export class CallRecord {
  readonly #context: RecordContext
  #waiting: AuditNote[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(context: RecordContext) {
    this.#context = context
  }

  /** Runs a write. A refusal is recorded as well. */
  carryOut<T>(tool: Tool, given: GivenCall & { readonly plan: Plan }, write: () => Promise<T>) {
    const { operation, params = {} } = given.plan.write
    const { contract } = this.#context.operations.get(operation)!
    const note = {
      ...this.#note(tool, given),
      object: auditObject(
        { object: routeOf(contract).path.slice(1), ownName: 'primary' },
        { params, body: undefined, email: given.context.caller.email },
      ),
      details: { arguments: digestOf(given.args), effect: operation },
    }
    return this.#context.audit.carryOut(note, write)
  }

  noteRead(tool: Tool, given: GivenCall, outcome: 'success' | 'refused'): void {
    const details = { arguments: digestOf(given.args), effect: 'none' }
    this.#waiting.push({ ...this.#note(tool, given), outcome, details })
    if (this.#waiting.length >= waitingMax) void this.flush()
    else this.#timer ??= setTimeout(() => void this.flush(), waitMs).unref()
  }

  /** Writes what is waiting. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const notes = this.#waiting
    if (notes.length === 0) return this.#writing
    this.#waiting = []
    const { database, audit, log } = this.#context
    this.#writing = this.#writing.then(() =>
      database
        .transaction(async (tx) => {
          for (const note of notes) await audit.noteIn(tx, note)
        })
        .catch((err: unknown) => log.error('calls of tools are not in the audit log', { err })),
    )
    return this.#writing
  }

  #note({ name }: Tool, { context: { caller, peer } }: GivenCall): AuditNote {
    return {
      at: this.#context.clock.nowMs(),
      action: `mcp.${name}`,
      actorType: 'user',
      actorId: caller.userId,
      actor: caller.email,
      clientId: caller.clientId,
      address: peer,
    }
  }
}

interface GivenCall {
  readonly args: Args
  readonly context: ToolContext
}

/** Tells whether two calls had the same arguments, without what they were. */
const digestOf = (args: Args): string => hash('sha256', JSON.stringify(args), 'base64url')
