import type { Authenticator } from '#/auth/authenticator.ts'
import { quotaSubjects } from '#/auth/quota-subjects.ts'
import type { Caller } from '#/contract/operation.ts'
import type { RequestHeaders, WireRequest } from '#/http/wire.ts'
import { ApiError, appPasswordRequired } from '#/kernel/errors.ts'
import type { QuotaMeter } from '#/quota/meter.ts'

export interface EntranceContext {
  readonly authenticator: Pick<Authenticator, 'callerOf' | 'callerByAppPassword'>
  readonly quota: Pick<QuotaMeter, 'charge'>
}

const anonymous: Caller = { kind: 'anonymous' }

/** Identifies the callers of CalDAV and feeds, and charges their requests to the quota. */
export class Entrance {
  readonly #context: EntranceContext

  constructor(context: EntranceContext) {
    this.#context = context
  }

  /**
   * The caller of a request, by an access token or an app password; anonymous without credentials. Rejected
   * credentials are charged to the network, so that guessing has a limit.
   */
  async enter(request: WireRequest): Promise<Caller> {
    try {
      const caller = await this.#callerOf(request)
      await this.#charge(request, caller)
      return caller
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      await this.#charge(request, anonymous)
      throw appPasswordRequired()
    }
  }

  #callerOf(request: WireRequest): Caller | Promise<Caller> {
    const { authenticator } = this.#context
    const { scheme, value } = authorizationOf(request.headers)
    if (scheme === 'bearer') return authenticator.callerOf({ token: value, at: request })
    if (scheme !== 'basic') return anonymous
    const text = Buffer.from(value, 'base64').toString()
    const colon = text.indexOf(':')
    const [email, password] = [text.slice(0, Math.max(colon, 0)), text.slice(colon + 1)]
    return authenticator.callerByAppPassword({ email, password })
  }

  async #charge({ peer: address }: WireRequest, caller: Caller): Promise<void> {
    const subjects = quotaSubjects(caller, { address })
    const isAnonymous = caller.kind === 'anonymous'
    await this.#context.quota.charge({ ...subjects, units: 1, status: 429, isAnonymous })
  }
}

function authorizationOf({ authorization = '' }: RequestHeaders) {
  const [, scheme = '', value = ''] = /^(\S+) +(\S+)$/.exec(authorization.trim()) ?? []
  return { scheme: scheme.toLowerCase(), value }
}
