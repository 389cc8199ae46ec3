declare const valueType: unique symbol

/** The integer and text formats that the discovery format knows. */
type Format =
  | 'int32'
  | 'uint32'
  | 'int64'
  | 'uint64'
  | 'float'
  | 'double'
  | 'byte'
  | 'date'
  | 'date-time'

interface SchemaFacts {
  /** The description in the discovery and OpenAPI documents. */
  readonly about?: string
  readonly default?: string | number | boolean
  readonly deprecated?: boolean
}

/**
 * The schema of a value. It carries the TypeScript type of the value as a tag, so that handlers get typed
 * parameters and bodies without recursive type computation.
 */
export interface Schema<T = unknown> extends SchemaFacts {
  readonly [valueType]?: T
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'any'
  readonly format?: Format
  readonly oneOf?: readonly string[]
  /** Members of `oneOf` are compared without regard to case. */
  readonly anyCase?: boolean
  readonly minimum?: number
  readonly maximum?: number
  /** Larger numbers are reduced to this one instead of being rejected. */
  readonly cap?: number
  readonly lengthMax?: number
  readonly pattern?: string
  /** A `date-time` in a body may omit the offset if the time zone is given elsewhere. */
  readonly mayLackOffset?: boolean
  /** NUL is accepted in a parameter whose text is never stored or used in a query. */
  readonly mayHoldNul?: boolean
  /** A named object is published as a schema and referenced by name. */
  readonly name?: string
  readonly properties?: Readonly<Record<string, Schema>>
  /** The schema of each element of an array or of each value of a map. */
  readonly items?: Schema
  readonly itemsMax?: number
  /** Invalid elements are passed to the handler as misfits, together with the valid ones. */
  readonly keepsMisfits?: boolean
  readonly isOptional?: boolean
  readonly isReadOnly?: boolean
  /** A query parameter that may be repeated. */
  readonly isRepeated?: boolean
  /** The operations whose body must contain this property. */
  readonly requiredBy?: readonly string[]
  /** The body is a patch: absent means unchanged and null means cleared. */
  readonly isPatch?: boolean
  /**
   * In a seed, a text can replace the object. It becomes the value of the first of these properties that
   * accepts it.
   */
  readonly shorthand?: readonly string[]
  /** Properties that are not declared are accepted as text. */
  readonly isOpen?: boolean
}

export type TypeOf<S> = S extends Schema<infer T> ? T : never

type Length = { readonly lengthMax?: number; readonly pattern?: string }
type Leniency = { readonly mayHoldNul?: boolean }
type Range = { readonly minimum?: number; readonly maximum?: number; readonly cap?: number }

/** The longest text that is accepted where a schema declares no limit. */
export const textLengthMax = 8192

/** The most elements of an array or map that are accepted where a schema declares no limit. */
export const itemsCountMax = 10_000

export const string = (facts: SchemaFacts & Length & Leniency = {}) =>
  ({ type: 'string', ...facts }) as Schema<string>

export const oneOf = <const V extends readonly string[]>(...values: V) =>
  ({ type: 'string', oneOf: values }) as Schema<V[number]>

export const integer = (facts: SchemaFacts & Range = {}) =>
  ({ type: 'integer', format: 'int32', ...facts }) as Schema<number>

export const uint32 = (facts: SchemaFacts & Range = {}) =>
  ({ type: 'integer', format: 'uint32', minimum: 0, ...facts }) as Schema<number>

/** A 64-bit integer: text on the wire and inside, because numbers lose digits beyond 2^53. */
export const int64 = (facts: SchemaFacts = {}) =>
  ({ type: 'string', format: 'int64', ...facts }) as Schema<string>

export const uint64 = (facts: SchemaFacts = {}) =>
  ({ type: 'string', format: 'uint64', ...facts }) as Schema<string>

export const number = (facts: SchemaFacts & Range = {}) =>
  ({ type: 'number', format: 'double', ...facts }) as Schema<number>

export const boolean = (facts: SchemaFacts = {}) =>
  ({ type: 'boolean', ...facts }) as Schema<boolean>

export const date = (facts: SchemaFacts = {}) =>
  ({ type: 'string', format: 'date', ...facts }) as Schema<string>

export const dateTime = (facts: SchemaFacts & { mayLackOffset?: boolean } = {}) =>
  ({ type: 'string', format: 'date-time', ...facts }) as Schema<string>

/** Any value. The limits apply to each text and list in it. */
export const any = (facts: SchemaFacts & { lengthMax?: number; itemsMax?: number } = {}) =>
  ({ type: 'any', ...facts }) as Schema<unknown>

export const array = <T>(items: Schema<T>, facts: SchemaFacts & { itemsMax?: number } = {}) =>
  ({ type: 'array', items, ...facts }) as Schema<readonly T[]>

/** An invalid value: what is wrong, and where. */
export class Misfit {
  readonly why: string
  readonly place: string
  /** The invalid value, if elements are decoded separately. */
  readonly value: unknown

  constructor(why: string, place = '', value?: unknown) {
    this.why = why
    this.place = place
    this.value = value
  }

  within(parent: string): Misfit {
    const separator = this.place === '' || this.place.startsWith('[') ? '' : '.'
    return new Misfit(this.why, `${parent}${separator}${this.place}`)
  }

  get message(): string {
    return `Invalid value for ${this.place}: ${this.why}`
  }
}

/** An array whose elements are decoded separately, so that an invalid one does not reject the others. */
export const arrayOfEach = <T>(items: Schema<T>, facts: SchemaFacts & { itemsMax?: number } = {}) =>
  ({ type: 'array', items, keepsMisfits: true, ...facts }) as Schema<readonly (T | Misfit)[]>

/** An object whose keys are data. */
export const map = <T>(items: Schema<T>, facts: SchemaFacts & { itemsMax?: number } = {}) =>
  ({ type: 'object', items, ...facts }) as Schema<Readonly<Record<string, T>>>

type Properties = Readonly<Record<string, Schema>>
type ObjectOf<P extends Properties> = { readonly [K in keyof P]?: TypeOf<P[K]> }

/** A resource or a part of one. Every property is optional here; rules require some of them. */
export const object = <P extends Properties>(
  name: string | undefined,
  properties: P,
  facts: SchemaFacts = {},
) =>
  ({ type: 'object', properties, ...(name === undefined ? {} : { name }), ...facts }) as Schema<
    ObjectOf<P>
  >

/** The constant `kind` of a resource. */
export const kind = (value: string) =>
  readOnly(string({ default: value, about: `Always \`${value}\`.` }))

export interface OptionalSchema<T> extends Schema<T> {
  readonly isOptional: true
}

/** A parameter that may be left out. */
export const optional = <T>(schema: Schema<T>) =>
  ({ ...schema, isOptional: true }) as OptionalSchema<T>

/** A parameter with a default value. */
export const withDefault = <T extends string | number | boolean>(
  value: NoInfer<T>,
  schema: Schema<T>,
): Schema<T> => ({ ...schema, default: value, isOptional: true })

/** A query parameter that may be repeated: `p=a&p=b`. */
export const repeated = <T>(schema: Schema<T>) =>
  ({ ...schema, isOptional: true, isRepeated: true }) as OptionalSchema<readonly T[]>

/** Part of responses, and ignored in request bodies. */
export const readOnly = <T>(schema: Schema<T>): Schema<T> => ({ ...schema, isReadOnly: true })

/** Declares that the body of these operations must contain this property. */
export const requiredBy = <T>(schema: Schema<T>, ...operationIds: string[]): Schema<T> => ({
  ...schema,
  requiredBy: operationIds,
})

/** The same schema with its own description, for a property whose type has a name. */
export const about = <T>(sentence: string, schema: Schema<T>): Schema<T> => ({
  ...schema,
  about: sentence,
})

/** The body of a patch: each property is optional, and null clears it. */
export type Patch<T> = { readonly [K in keyof T]?: T[K] | null }

export const patchOf = <T>(schema: Schema<T>) => ({ ...schema, isPatch: true }) as Schema<Patch<T>>
