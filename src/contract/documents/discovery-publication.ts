import type { Api, Operation } from '../operation.ts'
import type { Schema } from '../schema.ts'

/** An interface and all that it publishes. */
export interface Publication {
  readonly api: Api
  readonly operations: readonly Operation[]
}

/** What each interface publishes. An operation can belong to the interface of another service. */
export function publicationsOf(services: readonly Publication[]): readonly Publication[] {
  const found = new Map<string, { api: Api; operations: Operation[] }>()
  for (const service of services) {
    for (const operation of service.operations) {
      const api = operation.contract.api ?? service.api
      const key = `${api.name}:${api.version}`
      const publication = found.get(key) ?? { api, operations: [] }
      publication.operations.push(operation)
      found.set(key, publication)
    }
  }
  return [...found.values()]
}

/** The operations that client libraries can call: all but streams. */
export const callableOf = (operations: readonly Operation[]): readonly Operation[] =>
  operations.filter(({ contract }) => contract.isStream !== true)

/** The named schemas that the operations use, sorted by name. */
export function namedSchemasOf(operations: readonly Operation[]): readonly Schema[] {
  const found = new Map<string, Schema>()
  for (const { contract } of operations) {
    if (contract.body !== undefined) collect(contract.body, found)
    if (contract.reply !== undefined) collect(contract.reply, found)
  }
  return [...found.values()].sort((one, other) => (one.name! < other.name! ? -1 : 1))
}

function collect(schema: Schema, found: Map<string, Schema>): void {
  if (schema.name !== undefined) {
    const existing = found.get(schema.name)
    if (existing !== undefined && existing.properties !== schema.properties) {
      throw new Error(`Two schemas have the name ${schema.name}.`)
    }
    if (existing !== undefined) return
    found.set(schema.name, schema)
  }
  for (const property of Object.values(schema.properties ?? {})) collect(property, found)
  if (schema.items !== undefined) collect(schema.items, found)
}

/** The names of the resources and the method of an operation: `['settings', 'list']`. */
export function segmentsOf(api: Api, operation: Operation): readonly string[] {
  const segments = operation.contract.id.split('.')
  return segments[0] === api.name ? segments.slice(1) : segments
}
