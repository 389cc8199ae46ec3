import type { Caller } from '#/contract/operation.ts'
import type { Core } from '#/core.ts'
import { callLocally } from '#/http/local-call.ts'
import type { Handle } from '#/http/wire.ts'
import { allScopes } from '#/services.ts'

/** A site that can be called from within the process. */
export interface LocalSite {
  readonly handle: Handle
}

export interface LocalCall {
  /** The email address of the calling user; anonymous if absent. */
  readonly as?: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path and query, including the configured base path. */
  readonly target: string
  readonly body?: object
  /** The id of the calendar, bookshelf or event that the call creates. Other callers cannot choose every id. */
  readonly newId?: string | undefined
}

/**
 * Calls the operations of a site from within the process, as any user and with all rules, but without
 * credentials, quota, faults or an entry in the request log.
 */
export class LocalClient {
  readonly #core: Pick<Core, 'directory'>
  readonly #handle: Handle
  /** The root URL of links in responses, without a slash at the end. */
  readonly origin: string

  constructor(core: Pick<Core, 'directory'>, { handle }: LocalSite, origin = 'http://127.0.0.1') {
    this.#core = core
    this.#handle = handle
    this.origin = origin
  }

  /** Returns the response of an operation, or throws its error. */
  async call({ as, method, target, body, newId }: LocalCall): Promise<Record<string, unknown>> {
    const caller: Caller =
      as === undefined ? { kind: 'anonymous' } : await this.#userNamed(as, newId)
    const { origin } = this
    return callLocally(this.#handle, { caller, method, target, body, origin })
  }

  async #userNamed(email: string, newId: string | undefined): Promise<Caller> {
    const user = await this.#core.directory.find(email)
    if (user === undefined) throw new Error(`There is no user ${email}.`)
    return {
      kind: 'user',
      userId: user.id,
      email: user.email,
      scopes,
      clientId: 'local',
      ...(newId !== undefined && { newId }),
    }
  }
}

const scopes: ReadonlySet<string> = new Set(allScopes)
