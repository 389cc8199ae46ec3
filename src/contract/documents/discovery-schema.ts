import { type Contract, pathParamsOf } from '../operation.ts'
import type { Schema } from '../schema.ts'

/** A value in the discovery format, which writes every bound and default as text. */
export interface DiscoverySchema {
  readonly id?: string
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly default?: string
  readonly enum?: readonly string[]
  readonly enumDescriptions?: readonly string[]
  readonly minimum?: string
  readonly maximum?: string
  readonly pattern?: string
  readonly readOnly?: boolean
  readonly deprecated?: boolean
  readonly properties?: Readonly<Record<string, DiscoverySchema>>
  readonly items?: DiscoverySchema
  readonly additionalProperties?: DiscoverySchema
  readonly annotations?: { readonly required: readonly string[] }
}

export interface DiscoveryParameter extends DiscoverySchema {
  readonly location: 'path' | 'query'
  readonly required?: boolean
  readonly repeated?: boolean
}

/** The schema where it is used: a reference if it is a named object. */
function discoverySchema(schema: Schema): DiscoverySchema {
  if (schema.name !== undefined) {
    return present<DiscoverySchema>({
      $ref: schema.name,
      description: schema.about,
      ...marksOf(schema),
    })
  }
  return present<DiscoverySchema>({ ...factsOf(schema), ...contentOf(schema), ...marksOf(schema) })
}

/** The full schema, as in the list of named schemas. */
export const namedDiscoverySchema = (schema: Schema): DiscoverySchema =>
  present<DiscoverySchema>({ id: schema.name, type: 'object', ...contentOf(schema) })

export function discoveryParameters(contract: Contract): Record<string, DiscoveryParameter> {
  const inPath = new Set(pathParamsOf(contract))
  return sortedByName(contract.params, (schema, name) =>
    present<DiscoveryParameter>({
      ...factsOf(schema),
      location: inPath.has(name) ? 'path' : 'query',
      required: isRequired(schema, inPath.has(name)),
      repeated: schema.isRepeated,
    }),
  )
}

/** Path parameters in the order of the path, then the other required ones by name. */
export function parameterOrderOf(contract: Contract): readonly string[] {
  const inPath = pathParamsOf(contract)
  const inQuery = Object.entries(contract.params)
    .filter(([name, schema]) => isRequired(schema, false) && !inPath.includes(name))
    .map(([name]) => name)
  return [...inPath, ...inQuery.sort()]
}

const isRequired = (schema: Schema, isInPath: boolean): boolean | undefined =>
  isInPath || schema.isOptional !== true ? true : undefined

const factsOf = (schema: Schema) => ({
  type: schema.type,
  format: schema.format,
  description: schema.about,
  default: text(schema.default),
  enum: schema.oneOf,
  enumDescriptions: schema.oneOf?.map(() => ''),
  minimum: text(schema.minimum),
  maximum: text(schema.maximum),
  pattern: schema.pattern,
  deprecated: schema.deprecated,
})

const marksOf = (schema: Schema) => ({
  readOnly: schema.isReadOnly,
  annotations: schema.requiredBy && { required: schema.requiredBy },
})

function contentOf(schema: Schema) {
  if (schema.properties !== undefined) {
    return { properties: sortedByName(schema.properties, discoverySchema) }
  }
  const items = schema.items && discoverySchema(schema.items)
  return schema.type === 'array' ? { items } : { additionalProperties: items }
}

const text = (value: string | number | boolean | undefined) =>
  value === undefined ? undefined : String(value)

/** The members that have a value. Absent facts are not printed. */
export const present = <T extends object>(
  members: {
    readonly [K in keyof T]: T[K] | undefined
  },
): T => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T

/** The members sorted by name, so that documents do not change without reason. */
export const sortedByName = <T, R>(
  members: Readonly<Record<string, T>>,
  render: (member: T, name: string) => R,
): Record<string, R> =>
  Object.fromEntries(
    Object.keys(members)
      .sort()
      .map((name) => [name, render(members[name] as T, name)]),
  )
