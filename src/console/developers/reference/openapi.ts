import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/index.ts'
import { t } from '../../texts/developers.ts'
import { pathInWorld } from '../../world.ts'

export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly string[]
  readonly default?: unknown
  readonly readOnly?: boolean
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required?: boolean
  readonly description?: string
  readonly deprecated?: boolean
  readonly schema: Schema
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}

interface PathOperation {
  readonly operationId: string
  readonly summary?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses?: Readonly<Record<string, Content>>
}

export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly servers: readonly [{ readonly url: string }]
  readonly paths: Readonly<Record<string, Readonly<Record<string, PathOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export interface ApiOperation {
  readonly id: string
  readonly method: string
  /** The path relative to the root URL of this world. */
  readonly path: string
  readonly summary: string
  readonly parameters: readonly Parameter[]
  readonly body: Schema | undefined
  readonly reply: Schema | undefined
}

/** The interfaces in the discovery directory of the server. */
export const interfaces = queryOptions({
  queryKey: ['reference', 'interfaces'],
  queryFn: async ({ signal }) => {
    const { items = [] } = await api.get<{
      items?: readonly { name: string; version: string; title: string }[]
    }>('/discovery/v1/apis', { signal })
    return items
  },
  staleTime: Number.POSITIVE_INFINITY,
})

export const apiDocument = (name: string) =>
  queryOptions({
    queryKey: ['reference', name],
    queryFn: ({ signal }) =>
      api.get<ApiDocument>(`/openapi/${encodeURIComponent(name)}.json`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** All operations of a document, ordered by id. */
export const operationsOf = ({ paths, servers }: ApiDocument): readonly ApiOperation[] =>
  Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        id: operation.operationId,
        method: method.toUpperCase(),
        path: pathInWorld(new URL(servers[0].url).pathname).replace(/\/$/, '') + path,
        summary: operation.summary ?? '',
        parameters: operation.parameters ?? [],
        body: schemaIn(operation.requestBody),
        reply: schemaIn(operation.responses?.['200']),
      })),
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1))

const schemaIn = (content: Content | undefined): Schema | undefined =>
  content?.content?.['application/json']?.schema

/** The schema that a reference names, and its name. */
export function resolvedSchema(
  document: ApiDocument,
  schema: Schema,
): { name?: string; schema: Schema } {
  const name = schema.$ref?.split('/').at(-1)
  if (name === undefined) return { schema }
  return { name, schema: document.components.schemas[name] ?? {} }
}

/** The type of a field, as text. */
export function typeWords({ $ref, type, format, items, enum: values }: Schema): string {
  if ($ref !== undefined) return $ref.split('/').at(-1)!
  if (values !== undefined) return values.join(' | ')
  if (type === 'array' && items !== undefined) return t.listOf(typeWords(items))
  return format ?? type ?? t.anyType
}

/** The URL of a call with the entered parameters. Those of the path that are empty keep their names. */
export function calledPath(
  { path, parameters }: ApiOperation,
  values: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams()
  let filled = path
  for (const { name, in: where } of parameters) {
    const value = values[name] ?? ''
    if (value === '') continue
    if (where === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value))
    else query.append(name, value)
  }
  return query.size === 0 ? filled : `${filled}?${query}`
}
