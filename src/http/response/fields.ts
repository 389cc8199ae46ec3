import type { Schema } from '#/contract/schema.ts'
import { invalidParameter } from '#/kernel/errors.ts'

/** Clients may list every property they know, so that selections can be long. */
export const fieldsLengthMax = 16_384
/** Counts path segments and parentheses. */
export const fieldsDepthMax = 32
const pieceLengthMax = 64

/**
 * Which members of a response to keep. A mask is immutable, so that it can be cached. The child named `*`
 * stands for every member; no other name may contain that character.
 */
export interface FieldMask {
  readonly isWhole: boolean
  readonly children: ReadonlyMap<string, FieldMask>
}

/** Parses a selection and checks its names against the schema, if there is one. */
export function compileFields(text: string, schema: Schema | undefined): FieldMask {
  if (text.length > fieldsLengthMax) throw invalidSelection(text)
  const root: Place = { mask: newMask(), schemas: [schema ?? anything], depth: 0 }
  if (text.trim() === '') return root.mask

  const open = [root]
  let place = root
  let position = 0
  for (;;) {
    const end = nameEnd(text, position)
    const name = text.slice(position, end).trim()
    if (name === '') throw invalidSelection(text.slice(position).trim() || text)
    place = below(place, name)
    position = end + 1
    if (text[end] === '/') continue
    if (text[end] === '(') {
      open.push(place)
      continue
    }
    place.mask.isWhole = true
    position = afterClosing(text, end, open)
    if (position === text.length && open.length === 1) return root.mask
    if (text[position] !== ',') throw invalidSelection(text.slice(position) || text)
    place = open.at(-1)!
    position += 1
  }
}

/** The selected part of a value, which is not modified. */
export function applyFields(mask: FieldMask, value: unknown): unknown {
  return mask.isWhole ? value : pick([mask], value)
}

interface GrowingMask {
  isWhole: boolean
  readonly children: Map<string, GrowingMask>
}

/** A position in the mask, with all schemas that a value there can have. */
interface Place {
  readonly mask: GrowingMask
  readonly schemas: readonly Schema[]
  readonly depth: number
}

const anything: Schema = { type: 'any' }

const newMask = (): GrowingMask => ({ isWhole: false, children: new Map() })

function nameEnd(text: string, from: number): number {
  let end = from
  while (end < text.length && !'/(),'.includes(text[end]!)) end += 1
  return end
}

/** Skips closing parentheses, and removes the closed positions from `open`. */
function afterClosing(text: string, from: number, open: Place[]): number {
  let position = from
  while (text[position] === ')') {
    if (open.length === 1) throw invalidSelection(text.slice(position))
    open.pop()
    position += 1
    while (position < text.length && text[position]!.trim() === '') position += 1
  }
  return position
}

/** The position below a name. Equal names share one mask, which merges their selections. */
function below(place: Place, name: string): Place {
  if (name !== '*' && name.includes('*')) throw invalidSelection(name)
  const schemas = schemasBelow(place.schemas, name)
  const depth = place.depth + 1
  if (schemas.length === 0 || depth > fieldsDepthMax) throw invalidSelection(name)

  let mask = place.mask.children.get(name)
  if (mask === undefined) {
    mask = newMask()
    place.mask.children.set(name, mask)
  }
  return { mask, schemas, depth }
}

function schemasBelow(schemas: readonly Schema[], name: string): readonly Schema[] {
  const found = new Set<Schema>()
  for (const listed of schemas) {
    let schema = listed
    while (schema.type === 'array') schema = schema.items ?? anything
    for (const next of memberSchemas(schema, name)) found.add(next)
  }
  return [...found]
}

function memberSchemas(schema: Schema, name: string): readonly Schema[] {
  if (schema.type === 'any') return [anything]
  if (schema.type !== 'object') return []
  const { properties, items } = schema
  if (properties === undefined) return [items ?? anything]
  if (name === '*') return Object.values(properties)
  // Own properties only, because every object inherits names such as `constructor`.
  return Object.hasOwn(properties, name) ? [properties[name]!] : []
}

// `*` and a name can select the same member. Their masks are applied side by side, because merging them first
// could double the mask at each level.
function pick(masks: readonly FieldMask[], value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => pick(masks, item)).filter((item) => item !== undefined)
  }
  if (typeof value !== 'object' || value === null) return undefined

  const selected: Record<string, unknown> = {}
  for (const name of Object.keys(value)) {
    const inner = masksBelow(masks, name)
    if (inner.length === 0) continue
    const member = (value as Record<string, unknown>)[name]
    const part = inner.some((mask) => mask.isWhole) ? member : pick(inner, member)
    if (part !== undefined) put(selected, name, part)
  }
  return selected
}

function masksBelow(masks: readonly FieldMask[], name: string): readonly FieldMask[] {
  const found: FieldMask[] = []
  for (const { children } of masks) {
    const named = children.get(name)
    const every = children.get('*')
    if (named !== undefined) found.push(named)
    if (every !== undefined && every !== named) found.push(every)
  }
  return found
}

function put(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') target[name] = value
  // A plain assignment would set the prototype of the response.
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true })
}

function invalidSelection(piece: string) {
  const shown = piece.trim().slice(0, pieceLengthMax).toWellFormed()
  return invalidParameter('fields', `Invalid field selection ${shown}`)
}
