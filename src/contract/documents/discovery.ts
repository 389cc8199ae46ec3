import { type Api, type Operation, routeOf } from '../operation.ts'
import { callableOf, namedSchemasOf, segmentsOf } from './discovery-publication.ts'
import {
  type DiscoveryParameter,
  type DiscoverySchema,
  discoveryParameters,
  namedDiscoverySchema,
  parameterOrderOf,
  present,
  sortedByName,
} from './discovery-schema.ts'

export interface DiscoveryMethod {
  readonly id: string
  readonly path: string
  readonly flatPath?: string
  readonly httpMethod: string
  readonly description: string
  readonly parameters?: Readonly<Record<string, DiscoveryParameter>>
  readonly parameterOrder?: readonly string[]
  readonly request?: { readonly $ref: string }
  readonly response?: { readonly $ref: string }
  readonly scopes?: readonly string[]
  readonly supportsSubscription?: boolean
  readonly supportsMediaDownload?: boolean
  readonly useMediaDownloadService?: boolean
}

export interface DiscoveryResource {
  readonly methods?: Readonly<Record<string, DiscoveryMethod>>
  readonly resources?: Readonly<Record<string, DiscoveryResource>>
}

/** A document in the discovery format, as far as clients read it. */
export interface DiscoveryDocument extends DiscoveryResource {
  readonly kind: 'discovery#restDescription'
  readonly discoveryVersion: 'v1'
  readonly id: string
  readonly name: string
  readonly version: string
  readonly title: string
  readonly description: string
  readonly protocol: 'rest'
  readonly rootUrl: string
  readonly servicePath: string
  readonly basePath: string
  readonly baseUrl: string
  readonly batchPath: string
  readonly parameters: Readonly<Record<string, DiscoveryParameter>>
  readonly auth?: {
    readonly oauth2: { readonly scopes: Readonly<Record<string, { readonly description: string }>> }
  }
  readonly schemas: Readonly<Record<string, DiscoverySchema>>
}

/** The root URL of the server, and the base path if a setting changes it. */
export interface Address {
  readonly rootUrl: string
  readonly basePath?: string
}

/** The discovery document of an interface, from which clients generate their methods. */
export function discoveryDocument(
  api: Api,
  declared: readonly Operation[],
  address: Address,
): DiscoveryDocument {
  const operations = callableOf(declared)
  const basePath = address.basePath ?? api.basePath
  const base = withSlash(basePath.slice(1))
  const servicePath = api.basePathIn === 'servicePath' ? base : ''
  const methodPrefix = api.basePathIn === 'servicePath' ? '' : base
  const rootUrl = withSlash(address.rootUrl)
  const schemas = namedSchemasOf(operations)
  return {
    kind: 'discovery#restDescription',
    discoveryVersion: 'v1',
    id: `${api.name}:${api.version}`,
    name: api.name,
    version: api.version,
    title: api.title,
    description: api.description,
    protocol: 'rest',
    rootUrl,
    servicePath,
    basePath: servicePath === '' ? '' : `/${servicePath}`,
    baseUrl: rootUrl + servicePath,
    batchPath: api.batchPath === 'own' ? `batch${basePath}` : 'batch',
    parameters: standardParameters(api),
    ...authOf(operations),
    schemas: Object.fromEntries(
      schemas.map((schema) => [schema.name, namedDiscoverySchema(schema)]),
    ),
    ...resourceOf(operations.map((operation) => entryOf(api, operation, methodPrefix))),
  }
}

/** Lists the interfaces that this server describes. */
export function discoveryIndex(apis: readonly Api[], rootUrl: string) {
  return {
    kind: 'discovery#directoryList',
    discoveryVersion: 'v1',
    items: apis.map(({ name, version, title, description }) => ({
      kind: 'discovery#directoryItem',
      id: `${name}:${version}`,
      name,
      version,
      title,
      description,
      discoveryRestUrl: `${withSlash(rootUrl)}discovery/v1/apis/${name}/${version}/rest`,
      discoveryLink: `./apis/${name}/${version}/rest`,
      preferred: true,
    })),
  }
}

const withSlash = (address: string) =>
  address === '' || address.endsWith('/') ? address : `${address}/`

function authOf(operations: readonly Operation[]): Pick<DiscoveryDocument, 'auth'> {
  const scopes = operations.flatMap(({ contract }) => contract.scopes)
  if (scopes.length === 0) return {}
  const byUri = Object.fromEntries(scopes.map(({ uri, about }) => [uri, { description: about }]))
  return { auth: { oauth2: { scopes: sortedByName(byUri, (scope) => scope) } } }
}

interface Entry {
  readonly segments: readonly string[]
  readonly method: DiscoveryMethod
}

const entryOf = (api: Api, operation: Operation, prefix: string): Entry => ({
  segments: segmentsOf(api, operation),
  method: methodOf(operation, prefix),
})

/** Nests methods under the resources in their names. */
function resourceOf(entries: readonly Entry[]): DiscoveryResource {
  const methods: Record<string, DiscoveryMethod> = {}
  for (const { segments, method } of entries) {
    if (segments.length === 1) methods[segments[0]!] = method
  }
  const deeper = entries.filter(({ segments }) => segments.length > 1)
  const below = Object.groupBy(deeper, ({ segments }) => segments[0]!) as Record<string, Entry[]>
  return present<DiscoveryResource>({
    methods: unlessEmpty(sortedByName(methods, (method) => method)),
    resources: unlessEmpty(sortedByName(below, (inside) => resourceOf(inside.map(stepDown)))),
  })
}

const stepDown = ({ segments, method }: Entry): Entry => ({ segments: segments.slice(1), method })

function methodOf({ contract }: Operation, prefix: string): DiscoveryMethod {
  const { method, path } = routeOf(contract)
  const wirePath = prefix + path.slice(1)
  return present<DiscoveryMethod>({
    id: contract.id,
    path: wirePath,
    flatPath: prefix === '' ? undefined : wirePath,
    httpMethod: method,
    description: contract.summary,
    parameters: unlessEmpty(discoveryParameters(contract)),
    parameterOrder: unlessEmpty(parameterOrderOf(contract)),
    request: contract.body && { $ref: nameOf(contract.body, contract.id) },
    response: contract.reply && { $ref: nameOf(contract.reply, contract.id) },
    scopes: unlessEmpty(contract.scopes.map(({ uri }) => uri).sort()),
    supportsSubscription: contract.supportsSubscription,
    supportsMediaDownload: contract.isDownload,
    useMediaDownloadService: contract.isDownload,
  })
}

function nameOf(schema: { name?: string }, operationId: string): string {
  if (schema.name !== undefined) return schema.name
  throw new Error(`The body and the reply of ${operationId} need names to be published.`)
}

const unlessEmpty = <T extends object>(members: T): T | undefined =>
  Object.keys(members).length === 0 ? undefined : members

const queryParameter = (description: string, facts: Partial<DiscoveryParameter> = {}) =>
  ({ type: 'string', location: 'query', description, ...facts }) as DiscoveryParameter

const sharedParameters = {
  fields: queryParameter('Which parts of the answer to send, as a list of selectors.'),
  key: queryParameter('An API key. It is enough for public data and names the project that calls.'),
  oauth_token: queryParameter(
    'An access token, for callers that cannot send the Authorization header.',
  ),
  prettyPrint: queryParameter('Whether the answer is indented for people.', {
    type: 'boolean',
    default: 'false',
  }),
  quotaUser: queryParameter(
    'Any text of up to 40 characters that names the user whom quota is charged to.',
  ),
}

const answersJson = 'The answer is JSON.'

const shortList = {
  alt: queryParameter('The form of the answer.', {
    default: 'json',
    enum: ['json'],
    enumDescriptions: [answersJson],
  }),
  ...sharedParameters,
  userIp: queryParameter('An older name of quotaUser.', { deprecated: true }),
}

const longList = {
  '$.xgafv': queryParameter('The version of the error format.', {
    enum: ['1', '2'],
    enumDescriptions: ['The first format.', 'The second format.'],
  }),
  access_token: queryParameter(
    'An access token, for callers that cannot send the Authorization header.',
  ),
  alt: queryParameter('The form of the answer.', {
    default: 'json',
    enum: ['json', 'media', 'proto'],
    enumDescriptions: [answersJson, 'The answer is the content itself.', 'Not offered here.'],
  }),
  callback: queryParameter('The name of a function that the answer is wrapped in.'),
  ...sharedParameters,
  uploadType: queryParameter('Accepted and ignored.'),
  upload_protocol: queryParameter('Accepted and ignored.'),
}

/**
 * The parameters of every method. Interfaces without a service path publish the longer list, as Google does.
 */
const standardParameters = (api: Api): Readonly<Record<string, DiscoveryParameter>> =>
  api.basePathIn === 'servicePath' ? shortList : longList
