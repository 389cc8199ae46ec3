import { hash } from 'node:crypto'
import type { AuditNote } from '#/audit/entry.ts'
import type { AuditTrail } from '#/audit/trail.ts'
import { auditObject } from '#/contract/audit.ts'
import { routeOf, type User } from '#/contract/operation.ts'
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
/** The maximum total length of the arguments of waiting reads. */
const waitingLengthMax = 1_000_000
/** As many digests as fit into the details of an entry. */
const readsPerEntryMax = 40

interface WriteSteps<T> {
  readonly write: () => Promise<T>
  /** Writes more in the same transaction. */
  readonly writeBeside: (tx: Transaction) => Promise<void>
}

/** Calls that wrote nothing and are recorded as one entry. */
interface Reads {
  readonly tool: Tool
  readonly note: AuditNote
  /** The arguments of each call, as JSON. */
  readonly args: string[]
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
  #waitingLength = 0
  /** The entries of each client to which reads can be added. */
  readonly #openReads = new Map<User, Reads[]>()
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
      details: { arguments: digestOf(JSON.stringify(call.args)), effect: operation },
    }
    return this.#context.audit.carryOut(note, write, writeBeside)
  }

  noteRead(tool: Tool, call: ToolCall, outcome: 'success' | 'refused'): void {
    const args = JSON.stringify(call.args)
    this.#readsOf(tool, call, outcome).args.push(args)
    this.#waitingCount += 1
    this.#waitingLength += args.length
    const isFull = this.#waitingCount >= waitingMax || this.#waitingLength >= waitingLengthMax
    if (isFull) void this.flush()
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
    this.#waitingLength = 0
    this.#openReads.clear()
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

  /** The entry to which a read is added. */
  #readsOf(tool: Tool, call: ToolCall, outcome: 'success' | 'refused'): Reads {
    const { caller, peer } = call.context
    const open = this.#openReads.getOrInsertComputed(caller, () => [])
    const index = open.findIndex(
      (one) => one.tool === tool && one.note.outcome === outcome && one.note.address === peer,
    )
    const found = open[index]
    if (found !== undefined && found.args.length < readsPerEntryMax) return found
    const reads = { tool, note: { ...this.#note(tool, call), outcome }, args: [] }
    this.#waiting.push(reads)
    open[index === -1 ? open.length : index] = reads
    return reads
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

/** Digests are computed all at once, which takes a third of the time. */
function readsNote({ note, args }: Reads): AuditNote {
  const digests = args.map(digestOf)
  return {
    ...note,
    times: digests.length,
    details: { arguments: digests.length === 1 ? digests[0] : digests, effect: 'none' },
  }
}

/** Identifies equal arguments without revealing them. */
const digestOf = (args: string): string => hash('sha256', args, 'base64url')
