import { hash } from 'node:crypto'
import type { AuditNote } from '#/audit/entry.ts'
import type { AuditTrail } from '#/audit/trail.ts'
import { auditObject } from '#/contract/audit.ts'
import { routeOf } from '#/contract/operation.ts'
import type { Clock } from '#/kernel/clock.ts'
import type { Log } from '#/kernel/log.ts'
import type { Database, Transaction } from '#/storage/port.ts'
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
const waitingMax = 1000
/** As many digests as fit into the details of an entry. */
const readsPerEntryMax = 40

interface WriteSteps<T> {
  readonly write: () => Promise<T>
  /** Writes more in the same transaction. */
  readonly writeBeside: (tx: Transaction) => Promise<void>
}

/** Calls that wrote nothing and are recorded as one entry. */
interface Reads {
  readonly note: AuditNote
  readonly digests: string[]
}

/**
 * Records calls of tools in the audit log. A write is recorded by the transaction that carries it out. Reads
 * are recorded together, within a second, because a transaction each would cost more than the read. Reads of a
 * client with the same tool and outcome in this time are one entry, which has the digests of all.
 */
export class CallRecord {
  readonly #context: RecordContext
  #waiting: Reads[] = []
  #waitingCount = 0
  /** The last entry for each client, tool and outcome. */
  readonly #lastReads = new Map<string, Reads>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(context: RecordContext) {
    this.#context = context
  }

  /** Runs a write. A refusal is recorded as well. */
  carryOut<T>(
    tool: Tool,
    call: ToolCall & { readonly plan: Plan },
    { write, writeBeside }: WriteSteps<T>,
  ) {
    const { operation, params = {} } = call.plan.write
    const { contract } = this.#context.operations.get(operation)!
    const note = {
      ...this.#note(tool, call),
      object: auditObject(
        { object: routeOf(contract).path.slice(1), ownName: 'primary' },
        { params, body: undefined, email: call.context.caller.email },
      ),
      details: { arguments: digestOf(call.args), effect: operation },
    }
    return this.#context.audit.carryOut(note, write, writeBeside)
  }

  noteRead(tool: Tool, call: ToolCall, outcome: 'success' | 'refused'): void {
    const { caller, peer } = call.context
    const { userId, clientId } = caller
    const key = `${tool.name} ${outcome} ${userId} ${clientId} ${peer}`
    let reads = this.#lastReads.get(key)
    if (reads === undefined || reads.digests.length >= readsPerEntryMax) {
      reads = { note: { ...this.#note(tool, call), outcome }, digests: [] }
      this.#waiting.push(reads)
      this.#lastReads.set(key, reads)
    }
    reads.digests.push(digestOf(call.args))
    this.#waitingCount += 1
    if (this.#waitingCount >= waitingMax) void this.flush()
    else this.#timer ??= setTimeout(() => void this.flush(), waitMs).unref()
  }

  /** Writes the pending entries. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#waitingCount === 0) return this.#writing
    const notes = this.#waiting.map(readsNote)
    this.#waiting = []
    this.#waitingCount = 0
    this.#lastReads.clear()
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

  #note({ name }: Tool, { context: { caller, peer } }: ToolCall): AuditNote {
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

interface ToolCall {
  readonly args: Args
  readonly context: ToolContext
}

const readsNote = ({ note, digests }: Reads): AuditNote => ({
  ...note,
  times: digests.length,
  details: { arguments: digests.length === 1 ? digests[0] : digests, effect: 'none' },
})

/** Identifies equal arguments without revealing them. */
const digestOf = (args: Args): string => hash('sha256', JSON.stringify(args), 'base64url')
