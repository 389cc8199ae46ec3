/** A type in short: `string`, `integer int32`, `Setting`, `Setting[]`, `{ColorDefinition}`. */
export type PublishedType = string | PublishedProperties | readonly PublishedProperties[]

export interface PublishedProperties {
  readonly [name: string]: PublishedType
}

export interface PublishedOperation {
  readonly http: string
  /** Each in short: place, `repeated` or `required`, type, range, and its members. */
  readonly params: Readonly<Record<string, string>>
  readonly body?: string
  readonly reply?: string
  /** Their names below the common address of all scopes. */
  readonly scopes: readonly string[]
  readonly supportsSubscription?: boolean
  readonly supportsMediaDownload?: boolean
}

/** What the published description of an interface says, in a layout made for comparing. */
export interface PublishedApi {
  readonly name: string
  readonly version: string
  readonly servicePath: string
  readonly batchPath: string
  readonly operations: Readonly<Record<string, PublishedOperation>>
  readonly schemas: Readonly<Record<string, PublishedProperties>>
}
