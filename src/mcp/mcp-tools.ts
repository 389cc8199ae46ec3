import type { AuditTrail } from '#/audit/trail.ts'
import type { User } from '#/contract/operation.ts'
import type { Handle } from '#/http/wire.ts'
import type { Clock } from '#/kernel/clock.ts'
import { base32hex } from '#/kernel/identifiers.ts'
import type { Log } from '#/kernel/log.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Database } from '#/storage/port.ts'
import { CallRecord } from './call-record.ts'
import { changeFeed } from './change-feed.ts'
import { LastWrites } from './last-writes.ts'
import {
  type Arrival,
  type CallableOperations,
  operationCaller,
  partsCaller,
  textCaller,
} from './operation-client.ts'
import type { Session } from './protocol/protocol-server.ts'
import type { Tool } from './tool.ts'
import { Toolbox } from './toolbox.ts'
import { tools } from './tools.ts'

const idLength = 26

interface McpToolsContext {
  readonly handle: Handle
  readonly database: Database
  readonly log: Log
  readonly operations: CallableOperations
  readonly clock: Clock
  readonly audit: AuditTrail
  readonly randomBytes: RandomBytes
  /** Whether no client may use tools that write. */
  readonly isReadOnly: boolean
}

/** A client of the tools. */
interface Client extends Arrival {
  readonly caller: User
  /** Leaves out the tools that write. */
  readonly isReadOnly: boolean
}

/** The tools of a site, for clients of all transports. */
export class McpTools {
  readonly #context: McpToolsContext
  readonly #all: Toolbox
  readonly #readOnly: Toolbox
  readonly #record: CallRecord
  readonly #lastWrites: LastWrites
  /** The scopes of the operations of a tool, of which one each is needed. */
  readonly #scopesByTool = new Map<Tool, readonly (readonly string[])[]>()

  constructor(context: McpToolsContext) {
    this.#context = context
    this.#record = new CallRecord(context)
    this.#lastWrites = new LastWrites(context)
    this.#all = new Toolbox(tools, {
      noteRead: (...call) => this.#record.noteRead(...call),
      perform: async (tool, plan, toolCall) => {
        const { call, caller } = toolCall.context
        const lastWrite = this.#lastWrites.begin(caller, plan)
        const reply = await this.#record.carryOut(
          tool,
          { ...toolCall, plan },
          {
            write: () => call({ ...plan.write, noteWritten: lastWrite.noteWritten }),
            writeBeside: lastWrite.store,
          },
        )
        await lastWrite.finish(reply)
        return plan.answer(reply)
      },
    })
    this.#readOnly = this.#all.readOnly()
  }

  /** The toolbox, context and feeds of a client. */
  session(client: Client): Session {
    const { clock, randomBytes } = this.#context
    const { caller, request } = client
    return {
      watchChanges: changeFeed(this.#context, client),
      toolbox: client.isReadOnly || this.#context.isReadOnly ? this.#readOnly : this.#all,
      context: {
        call: operationCaller(this.#context, client),
        callForText: textCaller(this.#context, client),
        callForParts: partsCaller(this.#context, client),
        caller,
        peer: request.peer,
        lastWrite: () => this.#lastWrites.of(caller),
        nowMs: () => clock.nowMs(),
        newId: () => base32hex(idLength, randomBytes),
      },
    }
  }

  /** Writes the pending entries of the audit log. */
  flush(): Promise<void> {
    return this.#record.flush()
  }

  /** The titles of all tools, with the scopes that the first operation of each accepts. */
  titlesWithScopes() {
    const toolbox = this.#context.isReadOnly ? this.#readOnly : this.#all
    return toolbox.tools.map((tool) => ({
      title: tool.title,
      scopes: this.#scopesOf(tool)[0] ?? [],
    }))
  }

  /** The scopes of the first operation for which the caller has none; undefined if none is missing. */
  missingScopes(tool: Tool, { scopes }: User): readonly string[] | undefined {
    return this.#scopesOf(tool).find((accepted) => !accepted.some((uri) => scopes.has(uri)))
  }

  #scopesOf(tool: Tool): readonly (readonly string[])[] {
    let scopes = this.#scopesByTool.get(tool)
    if (scopes === undefined) {
      const { operations } = this.#context
      scopes = tool.operations.map((id) =>
        operations.get(id)!.contract.scopes.map(({ uri }) => uri),
      )
      this.#scopesByTool.set(tool, scopes)
    }
    return scopes
  }
}
