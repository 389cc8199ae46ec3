import type { Schema } from '../schema.ts'
import { present } from './discovery-schema.ts'

/** A JSON schema as OpenAPI 3.1 takes it. */
export type OpenApiSchema = Readonly<Record<string, unknown>>

/** The schema as it stands where it is used: a named object is only referred to. */
export function openApiSchema(schema: Schema): OpenApiSchema {
  if (schema.name === undefined) return present({ ...factsOf(schema), ...contentOf(schema) })
  return present({
    $ref: `#/components/schemas/${schema.name}`,
    description: schema.about,
    readOnly: schema.isReadOnly,
  })
}

/** The schema as it stands among the components. */
export const namedOpenApiSchema = (schema: Schema): OpenApiSchema =>
  present({ type: 'object', description: schema.about, ...contentOf(schema) })

export const parameterSchema = (schema: Schema): OpenApiSchema => {
  const { about: _, ...facts } = schema
  const single = openApiSchema(facts)
  return schema.isRepeated === true ? { type: 'array', items: single } : single
}

const factsOf = (schema: Schema) => ({
  type: schema.type === 'any' ? undefined : schema.type,
  format: schema.format,
  description: schema.about,
  default: schema.default,
  enum: schema.oneOf,
  minimum: schema.minimum,
  maximum: schema.maximum,
  maxLength: schema.lengthMax,
  pattern: schema.pattern,
  deprecated: schema.deprecated,
  readOnly: schema.isReadOnly,
})

function contentOf(schema: Schema): OpenApiSchema {
  if (schema.properties !== undefined) {
    const properties = Object.entries(schema.properties)
    return {
      properties: Object.fromEntries(
        properties.map(([name, property]) => [name, openApiSchema(property)]),
      ),
    }
  }
  if (schema.items === undefined) return {}
  const items = openApiSchema(schema.items)
  return schema.type === 'array'
    ? { items, maxItems: schema.itemsMax }
    : { additionalProperties: items, maxProperties: schema.itemsMax }
}
