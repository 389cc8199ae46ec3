import type { Params } from '#/contract/operation.ts'
import type { Schema } from '#/contract/schema.ts'

/** A JSON Schema, as tools publish the one of their arguments. */
export interface JsonSchema {
  readonly [key: string]: unknown
}

/** The arguments of a tool as the JSON Schema of an object. */
export function argumentSchema(args: Params): JsonSchema & { readonly type: 'object' } {
  const required = requiredArguments(args)
  return {
    type: 'object',
    properties: propertiesOf(args),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

export const requiredArguments = (args: Params): string[] =>
  Object.entries(args).flatMap(([name, { isOptional }]) => (isOptional === true ? [] : [name]))

const propertiesOf = (properties: Readonly<Record<string, Schema>>): JsonSchema =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, jsonSchema(schema)]))

function jsonSchema(schema: Schema): JsonSchema {
  const { type, about, oneOf, minimum, maximum, items, itemsMax, properties } = schema
  const entries = Object.entries({
    type: type === 'any' ? undefined : type,
    description: about,
    enum: oneOf,
    default: schema.default,
    minimum,
    maximum,
    maxLength: schema.lengthMax,
    ...(type === 'array' && { items: items && jsonSchema(items), maxItems: itemsMax }),
    ...(properties !== undefined && {
      properties: propertiesOf(properties),
      additionalProperties: false,
    }),
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
