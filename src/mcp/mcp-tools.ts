import type { AuditTrail } from '#/audit/trail.ts'
import type { User } from '#/contract/operation.ts'
import type { Handle } from '#/http/wire.ts'
import type { Clock } from '#/kernel/clock.ts'
import { base32hex } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import { type Arrival, type CallableOperations, operationCaller } from './operation-client.ts'
import type { Session } from './protocol.ts'
import type { Tool } from './tool.ts'
import { Toolbox } from './toolbox.ts'
import { tools } from './tools.ts'

const idLength = 26

interface McpToolsContext {
  readonly handle: Handle
  readonly operations: CallableOperations
  readonly clock: Clock
  readonly audit: AuditTrail
  readonly randomBytes: RandomBytes
  /** Whether no client may use tools that write. */
  readonly isReadOnly: boolean
}

/** Who uses tools, and how. */
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

  constructor(context: McpToolsContext) {
    this.#context = context
    this.#all = new Toolbox(tools, async (_, plan, { context: { call } }) =>
      plan.answer(await call(plan.write)),
    )
    this.#readOnly = this.#all.readOnly()
  }

  /** What a client works with. */
  session({ caller, isReadOnly, ...arrival }: Client): Session {
    const { clock, randomBytes } = this.#context
    return {
      toolbox: isReadOnly || this.#context.isReadOnly ? this.#readOnly : this.#all,
      context: {
        call: operationCaller(this.#context, arrival),
        caller,
        nowMs: () => clock.nowMs(),
        newId: () => base32hex(idLength, randomBytes),
      },
    }
  }

  /** The scopes of the first operation for which the caller has none; undefined if none is missing. */
  missingScopes(tool: Tool, { scopes }: User): readonly string[] | undefined {
    const { operations } = this.#context
    for (const id of tool.operations) {
      const accepted = operations.get(id)!.contract.scopes.map(({ uri }) => uri)
      if (!accepted.some((uri) => scopes.has(uri))) return accepted
    }
    return undefined
  }
}
