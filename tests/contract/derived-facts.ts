import type {
  DiscoveryDocument,
  DiscoveryMethod,
  DiscoveryResource,
} from '#/contract/documents/discovery.ts'
import type { DiscoveryParameter, DiscoverySchema } from '#/contract/documents/discovery-schema.ts'
import type {
  PublishedApi,
  PublishedOperation,
  PublishedProperties,
  PublishedType,
} from './published/published-api.ts'

const scopePrefix = 'https://www.googleapis.com/auth/'

/** What a document of ours says, in the layout of the published facts. */
export const factsOf = (document: DiscoveryDocument): PublishedApi => ({
  name: document.name,
  version: document.version,
  servicePath: document.servicePath,
  batchPath: document.batchPath,
  operations: Object.fromEntries(
    methodsIn(document).map((method) => [method.id, operationFacts(method)]),
  ),
  schemas: Object.fromEntries(
    Object.entries(document.schemas).map(([name, schema]) => [name, propertyFacts(schema)]),
  ),
})

const methodsIn = (resource: DiscoveryResource): readonly DiscoveryMethod[] => [
  ...Object.values(resource.methods ?? {}),
  ...Object.values(resource.resources ?? {}).flatMap(methodsIn),
]

const operationFacts = (method: DiscoveryMethod): PublishedOperation => ({
  http: `${method.httpMethod} ${method.path}`,
  params: Object.fromEntries(
    Object.entries(method.parameters ?? {}).map(([name, parameter]) => [
      name,
      parameterFacts(parameter),
    ]),
  ),
  ...(method.request && { body: method.request.$ref }),
  ...(method.response && { reply: method.response.$ref }),
  scopes: (method.scopes ?? []).map((uri) => uri.replace(scopePrefix, '')),
  ...(method.supportsSubscription && { supportsSubscription: true }),
  ...(method.supportsMediaDownload && { supportsMediaDownload: true }),
})

function parameterFacts(parameter: DiscoveryParameter): string {
  const { location, repeated, required, minimum, maximum } = parameter
  const words = [
    location,
    repeated && 'repeated',
    required && location === 'query' && 'required',
    scalarFacts(parameter),
    minimum && `>=${minimum}`,
    maximum && `<=${maximum}`,
    parameter.enum && `of ${parameter.enum.join('|')}`,
  ]
  return words.filter((word) => typeof word === 'string').join(' ')
}

const propertyFacts = (schema: DiscoverySchema): PublishedProperties =>
  Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [name, typeFacts(property)]),
  )

function typeFacts(schema: DiscoverySchema): PublishedType {
  if (schema.$ref !== undefined) return schema.$ref
  if (schema.properties !== undefined) return propertyFacts(schema)
  if (schema.additionalProperties !== undefined) {
    return `{${String(typeFacts(schema.additionalProperties))}}`
  }
  if (schema.items === undefined) return scalarFacts(schema)
  const items = typeFacts(schema.items)
  return typeof items === 'string' ? `${items}[]` : [items as PublishedProperties]
}

const scalarFacts = ({ type, format }: DiscoverySchema): string =>
  format === undefined ? String(type) : `${type} ${format}`
