import type { Schema } from '#/contract/schema.ts'
import { requiredInSeed } from './format/declaring.ts'
import { Seed } from './format/seed.ts'

type JsonSchema = Readonly<Record<string, unknown>>

/** The format of seeds as a JSON Schema, with which editors check and complete seeds. */
export function seedJsonSchema(): JsonSchema {
  const definitions = new Map<string, JsonSchema>()
  const root = contentOf(Seed, definitions)
  const byName = [...definitions].sort(([one], [other]) => (one < other ? -1 : 1))
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Almanac seed',
    ...root,
    $defs: Object.fromEntries(byName),
  }
}

type Definitions = Map<string, JsonSchema>

/** A schema at its place of use. Named objects are references to definitions. */
function jsonSchema(schema: Schema, definitions: Definitions): JsonSchema {
  const { about: description, shorthand, name } = schema
  const itself =
    name === undefined ? contentOf(schema, definitions) : { $ref: referenceTo(schema, definitions) }
  return present(
    shorthand === undefined
      ? { ...itself, description }
      : { description, anyOf: [{ type: 'string' }, itself] },
  )
}

function referenceTo(schema: Schema, definitions: Definitions): string {
  const name = schema.name!
  if (!definitions.has(name)) {
    definitions.set(name, {})
    definitions.set(name, contentOf(schema, definitions))
  }
  return `#/$defs/${name}`
}

function contentOf(schema: Schema, definitions: Definitions): JsonSchema {
  return present({
    description: schema.about,
    ...(schema.type === 'any' ? {} : { type: typeOf(schema) }),
    format: schema.mayLackOffset === true ? undefined : formats.get(schema.format ?? ''),
    default: schema.default,
    enum: schema.oneOf,
    minimum: schema.minimum,
    maximum: schema.maximum,
    maxLength: schema.lengthMax,
    pattern: schema.pattern,
    readOnly: schema.isReadOnly,
    ...membersOf(schema, definitions),
  })
}

/** The formats that JSON Schema knows. */
const formats: ReadonlyMap<string, string> = new Map([
  ['date', 'date'],
  ['date-time', 'date-time'],
])

/** Ids may be written as numbers. */
const typeOf = ({ type, format }: Schema): string | readonly string[] =>
  format === 'int64' || format === 'uint64' ? ['string', 'integer'] : type

function membersOf(schema: Schema, definitions: Definitions): JsonSchema {
  const { properties, items, itemsMax, isOpen } = schema
  if (properties !== undefined) {
    const entries = Object.entries(properties)
    const required = entries.filter(([, { requiredBy }]) => requiredBy?.includes(requiredInSeed))
    const members = entries.map(([name, property]): [string, JsonSchema] => {
      const member = jsonSchema(property, definitions)
      return [name, isOpen ? { ...member, ...anyScalar } : member]
    })
    return {
      properties: Object.fromEntries(members),
      ...(required.length > 0 && { required: required.map(([name]) => name) }),
      additionalProperties: isOpen ? anyScalar : false,
    }
  }
  if (items === undefined) return {}
  const each = jsonSchema(items, definitions)
  return schema.type === 'array'
    ? { items: each, maxItems: itemsMax }
    : { additionalProperties: each, maxProperties: itemsMax }
}

/** The columns of a row are texts, and may be written as what they look like. */
const anyScalar = { type: ['string', 'number', 'boolean'] }

const present = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined))
