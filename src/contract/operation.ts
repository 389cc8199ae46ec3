import type { WaitBudget } from '#/kernel/wait-budget.ts'
import type { Answer } from './answer.ts'
import type { Audit } from './audit.ts'
import type { OptionalSchema, Schema, TypeOf } from './schema.ts'

/** One of the published interfaces that this server speaks. */
export interface Api {
  readonly name: string
  readonly version: string
  readonly title: string
  readonly description: string
  /** The wire base path unless a setting says otherwise: no slash at the end. */
  readonly basePath: string
  /**
   * Where the base path stands in the discovery document: as its service path, or in front of
   * each method's own path with an empty service path. Clients join them either way.
   */
  readonly basePathIn: 'servicePath' | 'methodPaths'
  /** The batch path that the document publishes: of this interface, or the common one. */
  readonly batchPath: 'own' | 'common'
  /** What a caller over quota is told, unless a setting says otherwise. */
  readonly quotaStatus: 403 | 429
  /** The daily allowance that users pay from, besides their quota, unless an operation says otherwise. */
  readonly allowance?: string
  /** What the service is called in the details of errors. */
  readonly serviceName?: string
  /** An API key alone, where a user has to sign in, counts as no credential at all. */
  readonly isKeyNoCredential?: boolean
  /** No browser or proxy keeps an answer, not even to ask whether it is still the present one. */
  readonly isNeverCached?: boolean
}

/** An operation in the details of errors: `calendar.v3.Events.List`, and the service that has it. */
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
  /** What granting it allows, in plain words. */
  readonly about: string
}

export type Params = Readonly<Record<string, Schema>>

type OptionalNames<P> = {
  [K in keyof P]: P[K] extends OptionalSchema<unknown> ? K : never
}[keyof P]

export type ParamsOf<P extends Params> = {
  readonly [K in Exclude<keyof P, OptionalNames<P>>]: TypeOf<P[K]>
} & { readonly [K in OptionalNames<P>]?: TypeOf<P[K]> }

/** The least credential that an operation can be called with. */
export type Credential = 'token' | 'key' | 'none'

/** The facts of an operation, written once; everything that depends on them is derived. */
export interface Contract<P extends Params = Params, B = unknown, R = unknown, A = unknown> {
  /** The wire name, which also names the file that declares it. */
  readonly id: string
  /** Method and path below the interface's base: `POST /calendars/{calendarId}/events`. */
  readonly http: string
  readonly summary: string
  readonly params: P
  readonly body?: Schema<B>
  /** Media types whose bytes, as they stand, are taken for the `text` of the body. */
  readonly textTypes?: readonly string[]
  /** Absent where success is 204 without a body, and where it is a file. */
  readonly reply?: Schema<R>
  /** Any one of them is enough. */
  readonly scopes: readonly Scope[]
  /** Least roles by the parameter that names the resource; the service gives them their meaning. */
  readonly access?: A
  /** The administrators who may call it; absent where callers need not be any. */
  readonly roles?: readonly string[]
  /** Present where calls are noted in the audit log. */
  readonly audit?: Audit
  /** Quota units. */
  readonly cost: number
  /** Another daily allowance than that of its interface; an empty one where the handler charges it. */
  readonly allowance?: string
  readonly credential?: Credential
  /** Only the web console may call it. Personal tokens and tokens of programs are refused. */
  readonly isForConsole?: boolean
  /**
   * The caller has to have signed in recently, with the second factor where the caller has one. With `ifSignedIn` that holds for
   * tokens that come from a sign-in; those of service accounts, personal tokens and tokens of the command line pass.
   */
  readonly recentSignIn?: 'required' | 'ifSignedIn'
  /** The collection can be watched for changes. */
  readonly supportsSubscription?: boolean
  /**
   * The answer goes on for as long as both sides like. Descriptions for client libraries leave such
   * an operation out, because they have no way to call it.
   */
  readonly isStream?: boolean
  /** The answer is a file, which clients also ask for below `/download`. */
  readonly isDownload?: boolean
  /** The interface that publishes the operation, where it is not the service's own. */
  readonly api?: Api
}

/** Who calls. */
export type Caller =
  | {
      readonly kind: 'user'
      readonly userId: string
      readonly email: string
      readonly scopes: ReadonlySet<string>
      readonly clientId: string
      /** How the token is kept, where it is one that can be ended. */
      readonly token?: { readonly hash: string; readonly grantId: string | null }
      /** The id for what the call creates. Only calls of the process itself choose one. */
      readonly newId?: string
    }
  | { readonly kind: 'key'; readonly clientId: string }
  | { readonly kind: 'anonymous' }

/** A caller that is a user, which every operation with credential `token` may rely on. */
export type User = Extract<Caller, { kind: 'user' }>

/** What one call carries after decoding, before the service adds what its handlers are given. */
export interface Call<P = Readonly<Record<string, unknown>>, B = unknown> {
  readonly params: P
  readonly body: B
  readonly caller: Caller
  /** Throws when the caller has named an etag that is not this one. */
  readonly requireMatch: (etag: string) => void
  /** The address that the caller used for this server, without a slash at the end. */
  readonly origin: () => string
  /** What the calls of a batch have left together to wait for what follows their writes. */
  readonly wait?: WaitBudget | undefined
}

/** An operation as the pipeline sees it: the facts, and a function from a call to an answer. */
export interface Operation {
  readonly contract: Contract
  readonly handler: (given: never) => unknown
}

/** A set of operations, the interface that publishes them, and what their handlers need. */
export interface RoutedService {
  readonly api: Api
  readonly operations: readonly Operation[]
  /** Completes a call with the context that the handlers need. */
  readonly context: (call: Call, contract: Contract) => unknown
}

/** Makes the `operation` function of one service: its handlers receive `Context` and their call. */
export function operationsOf<Access, Context>() {
  return function operation<const P extends Params, B = undefined, R = undefined>(
    contract: Contract<P, B, R, Access>,
    handler: (context: Context & { params: ParamsOf<P>; body: B }) => Answer<R>,
  ): Operation {
    return { contract, handler } as Operation
  }
}

/** The parts of `http`, taken apart once. */
export function routeOf(contract: Contract): { method: string; path: string } {
  const space = contract.http.indexOf(' ')
  return { method: contract.http.slice(0, space), path: contract.http.slice(space + 1) }
}

/** The names that the path of an operation holds, in their order. */
export const pathParamsOf = (contract: Contract): readonly string[] =>
  [...contract.http.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] as string)
