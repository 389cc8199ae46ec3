import type { WaitBudget } from '#/kernel/process/wait-budget.ts'
import type { Answer } from './answer.ts'
import type { Audit } from './audit.ts'
import type { OptionalSchema, Schema, TypeOf } from './schema.ts'

/** One of the APIs that this server implements. */
export interface Api {
  readonly name: string
  readonly version: string
  readonly title: string
  readonly description: string
  /** The default base path, without a slash at the end. */
  readonly basePath: string
  /**
   * Where the discovery document contains the base path: as its service path, or in front of each method path
   * with an empty service path. Clients join them either way.
   */
  readonly basePathIn: 'servicePath' | 'methodPaths'
  /** The batch path that the document publishes: of this interface, or the common one. */
  readonly batchPath: 'own' | 'common'
  /** The default status of requests that exceed a quota. */
  readonly quotaStatus: 403 | 429
  /**
   * The daily allowance that calls are charged to in addition to the quota, unless an operation names another
   * one.
   */
  readonly allowance?: string
  /** The name of the service in error details. */
  readonly serviceName?: string
  /** Whether an API key without a token counts as no credential for operations that need a user. */
  readonly isKeyNoCredential?: boolean
  /** Whether responses must not be stored by browsers and proxies, not even for revalidation. */
  readonly isNeverCached?: boolean
}

/** The method and service names of an operation in error details: `calendar.v3.Events.List`. */
export function namesInErrors(api: Api, operationId: string): Readonly<Record<string, string>> {
  const parts = operationId
    .split('.')
    .slice(1)
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
  const method = [api.name, api.version, ...parts].join('.')
  return api.serviceName === undefined ? { method } : { service: api.serviceName, method }
}

export interface Scope {
  readonly uri: string
  /** What the scope allows, as users read it. */
  readonly about: string
}

export type Params = Readonly<Record<string, Schema>>

export type NoParams = Readonly<Record<never, Schema>>

type OptionalNames<P> = {
  [K in keyof P]: P[K] extends OptionalSchema<unknown> ? K : never
}[keyof P]

export type ParamsOf<P extends Params> = {
  readonly [K in Exclude<keyof P, OptionalNames<P>>]: TypeOf<P[K]>
} & { readonly [K in OptionalNames<P>]?: TypeOf<P[K]> }

/** The weakest credential that is accepted for an operation. */
type Credential = 'token' | 'key' | 'none'

/** What an operation declares, apart from what the operations of its service have in common. */
export interface Declaration<P extends Params = Params, B = unknown, R = unknown, A = unknown>
  extends Partial<Terms> {
  /** The wire name, which also names the file that declares it. */
  readonly id: string
  /** Method and path below the interface's base: `POST /calendars/{calendarId}/events`. */
  readonly http: string
  readonly summary: string
  /** None by default. */
  readonly params?: P
  readonly body?: Schema<B>
  /** Media types of bodies that are not JSON but become the `text` property of the body. */
  readonly textTypes?: readonly string[]
  /** Absent if the response is 204 without a body, or a file. */
  readonly reply?: Schema<R>
  /** Minimum roles by the parameter that identifies the resource. The service defines what they mean. */
  readonly access?: A
  /** The administrator roles that may call it; absent if no role is needed. */
  readonly roles?: readonly string[]
  /** Present if calls are recorded in the audit log. */
  readonly audit?: Audit
  /** Overrides the daily allowance of the interface. Empty if the handler charges one itself. */
  readonly allowance?: string
  /** Only the web console may call it. Personal tokens and tokens of other clients are rejected. */
  readonly isForConsole?: boolean
  /**
   * Requires a recent sign-in, with a second factor if the user has one. `ifSignedIn` applies this only to
   * tokens from a sign-in; tokens of service accounts, personal tokens and tokens of the command line are
   * accepted.
   */
  readonly recentSignIn?: 'required' | 'ifSignedIn'
  /** The collection can be watched for changes. */
  readonly supportsSubscription?: boolean
  /**
   * The response is a stream without an end. Client libraries cannot call such an operation, so that
   * discovery omits it.
   */
  readonly isStream?: boolean
  /** The response is a file, which is also available below `/download`. */
  readonly isDownload?: boolean
  /** The interface that publishes the operation, where it is not the service's own. */
  readonly api?: Api
}

/** On what terms an operation can be called. */
interface Terms {
  /** One of these scopes is required. */
  readonly scopes: readonly Scope[]
  /** Quota units: 3 for a patch and 1 for other operations by default, as Google charges them. */
  readonly cost: number
  /** A token by default. */
  readonly credential?: Credential
}

/** The contract of an operation. Routing, decoding, documents and checks derive from it. */
export interface Contract<P extends Params = Params, B = unknown, R = unknown, A = unknown>
  extends Declaration<P, B, R, A> {
  readonly params: P
  readonly scopes: Terms['scopes']
  readonly cost: Terms['cost']
}

/** Who calls. */
export type Caller =
  | {
      readonly kind: 'user'
      readonly userId: string
      readonly email: string
      readonly scopes: ReadonlySet<string>
      readonly clientId: string
      /** The stored token, if it can be revoked. */
      readonly token?: { readonly hash: string; readonly grantId: string | null }
      /** The id of the resource that the call creates. Only calls from within the process can choose it. */
      readonly newId?: string
    }
  | { readonly kind: 'key'; readonly clientId: string }
  | { readonly kind: 'anonymous' }

/** A caller that is a user, which every operation with credential `token` may rely on. */
export type User = Extract<Caller, { kind: 'user' }>

/** A decoded call, before the service adds the context of its handlers. */
export interface Call<P = Readonly<Record<string, unknown>>, B = unknown> {
  readonly params: P
  readonly body: B
  readonly caller: Caller
  /** Throws if the request has a precondition that this etag does not meet. */
  readonly requireMatch: (etag: string) => void
  /** The root URL that the caller used, without a slash at the end. */
  readonly origin: () => string
  /** The wait budget that the calls of a batch share; see `WaitBudget`. */
  readonly wait?: WaitBudget | undefined
  readonly noteWritten?: NoteWritten | undefined
}

/** The resource that a write returns. */
export interface Written {
  readonly id: string
  readonly etag: string
}

/**
 * Called in the transaction of a write, before its commit, by operations that know their reply by then. It is called
 * again if the transaction is repeated.
 */
export type NoteWritten = (written: Written) => void

/** An operation: its contract, and a handler from a call to an answer. */
export interface Operation {
  readonly contract: Contract
  readonly handler: (context: never) => unknown
}

/** A set of operations, the interface that publishes them, and what their handlers need. */
export interface RoutedService {
  readonly api: Api
  readonly operations: readonly Operation[]
  /** Completes a call with the context that the handlers need. */
  readonly context: (call: Call, contract: Contract) => unknown
}

/**
 * Creates the `operation` function of a service, whose handlers receive `Context` and the call. Terms apply to all of
 * its operations that declare no others.
 */
export function operationsOf<Access, Context>(terms: Partial<Terms> = {}) {
  return function operation<const P extends Params = NoParams, B = undefined, R = undefined>(
    declaration: Declaration<P, B, R, Access>,
    handler: (context: Context & { params: ParamsOf<P>; body: B }) => Answer<R>,
  ): Operation {
    const cost = declaration.http.startsWith('PATCH ') ? 3 : 1
    return {
      contract: { params: {}, scopes: [], cost, ...terms, ...declaration },
      handler,
    } as Operation
  }
}

export function routeOf(contract: Contract): { method: string; path: string } {
  const space = contract.http.indexOf(' ')
  return { method: contract.http.slice(0, space), path: contract.http.slice(space + 1) }
}

/** The names of the path parameters, in order. */
export const pathParamsOf = (contract: Contract): readonly string[] =>
  [...contract.http.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] as string)
