import { type Api, type Contract, type Operation, pathParamsOf, routeOf } from '../operation.ts'
import { array, integer, object, type Schema, string } from '../schema.ts'
import type { Address } from './discovery.ts'
import { namedSchemasOf } from './discovery-publication.ts'
import { present } from './discovery-schema.ts'

/** Describes an interface in OpenAPI 3.1. */
export function openApiDocument(api: Api, operations: readonly Operation[], address: Address) {
  const rootUrl = address.rootUrl.replace(/\/$/, '')
  const schemas = [...namedSchemasOf(operations), errorSchema]
  return {
    openapi: '3.1.0',
    info: { title: api.title, version: api.version, description: api.description },
    servers: [{ url: rootUrl + (address.basePath ?? api.basePath) }],
    paths: pathsOf(operations),
    components: {
      schemas: Object.fromEntries(
        schemas.map((schema) => [schema.name, namedOpenApiSchema(schema)]),
      ),
      responses: {
        Error: {
          description: 'The request was refused, or the server failed.',
          content: { 'application/json': { schema: openApiSchema(errorSchema) } },
        },
      },
      securitySchemes: securitySchemesOf(operations, rootUrl),
    },
  }
}

const errorSchema = object('Error', {
  error: object(undefined, {
    code: integer({ about: 'The HTTP status.' }),
    message: string({ about: 'A human-readable message.' }),
    status: string({ about: 'The name of the canonical status.' }),
    errors: array(
      object(undefined, {
        domain: string({ about: 'The part of the system that refuses.' }),
        reason: string({ about: 'Why, in a word that programs can rely on.' }),
        message: string({ about: 'Why, for people.' }),
        locationType: string({ about: 'Whether the location is a parameter or a header.' }),
        location: string({ about: 'The name of the parameter or header.' }),
      }),
    ),
  }),
})

type PathItem = Record<string, unknown>

function pathsOf(operations: readonly Operation[]): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {}
  for (const { contract } of operations) {
    const { method, path } = routeOf(contract)
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(contract) }
  }
  return paths
}

function operationOf(contract: Contract) {
  return present<PathItem>({
    operationId: contract.id,
    summary: contract.summary,
    parameters: parametersOf(contract),
    requestBody: contract.body && {
      required: true,
      content: {
        'application/json': { schema: openApiSchema(contract.body) },
        ...Object.fromEntries(
          (contract.textTypes ?? []).map((type) => [type, { schema: { type: 'string' } }]),
        ),
      },
    },
    responses: responsesOf(contract),
    security: securityOf(contract),
  })
}

function parametersOf(contract: Contract) {
  const inPath = new Set(pathParamsOf(contract))
  return Object.entries(contract.params).map(([name, schema]) =>
    present<PathItem>({
      name,
      in: inPath.has(name) ? 'path' : 'query',
      required: inPath.has(name) || schema.isOptional !== true,
      description: schema.about,
      deprecated: schema.deprecated,
      schema: parameterSchema(schema),
    }),
  )
}

function responsesOf({ reply }: Contract) {
  const success =
    reply === undefined
      ? { 204: { description: 'Done; the answer has no body.' } }
      : {
          200: {
            description: 'Done.',
            content: { 'application/json': { schema: openApiSchema(reply) } },
          },
        }
  return { ...success, default: { $ref: '#/components/responses/Error' } }
}

/** Each entry is an alternative: one scope, a token from elsewhere, a key, or nothing. */
function securityOf({ scopes, credential = 'token' }: Contract) {
  return [
    ...scopes.map(({ uri }) => ({ oauth2: [uri] })),
    { bearer: [] },
    ...(credential === 'token' ? [] : [{ apiKey: [] }]),
    ...(credential === 'none' ? [{}] : []),
  ]
}

function securitySchemesOf(operations: readonly Operation[], rootUrl: string) {
  const scopes = operations.flatMap(({ contract }) => contract.scopes)
  return {
    oauth2: {
      type: 'oauth2',
      flows: {
        authorizationCode: {
          authorizationUrl: `${rootUrl}/o/oauth2/v2/auth`,
          tokenUrl: `${rootUrl}/token`,
          scopes: Object.fromEntries(scopes.map(({ uri, about }) => [uri, about])),
        },
      },
    },
    bearer: { type: 'http', scheme: 'bearer' },
    apiKey: { type: 'apiKey', in: 'query', name: 'key' },
  }
}

/** A JSON schema in OpenAPI 3.1. */
type OpenApiSchema = Readonly<Record<string, unknown>>

/** The schema where it is used: a reference if it is a named object. */
function openApiSchema(schema: Schema): OpenApiSchema {
  if (schema.name === undefined) return present({ ...factsOf(schema), ...contentOf(schema) })
  return present({
    $ref: `#/components/schemas/${schema.name}`,
    description: schema.about,
    readOnly: schema.isReadOnly,
  })
}

/** The full schema, as among the components. */
const namedOpenApiSchema = (schema: Schema): OpenApiSchema =>
  present({ type: 'object', description: schema.about, ...contentOf(schema) })

const parameterSchema = (schema: Schema): OpenApiSchema => {
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
