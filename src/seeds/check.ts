import { bodyDecoderOf } from '#/contract/decoding/decode-body.ts'
import { Misfit, type Schema } from '#/contract/schema.ts'
import { requiredInSeed } from './format/declaring.ts'
import { Seed } from './format/seed.ts'
import { SeedError } from './seed-error.ts'

/** The deepest nesting of a seed. */
const depthMax = 32
/** How much of a value or of a list of names an error repeats. */
const shownMax = 200

const decodeSeed = bodyDecoderOf(Seed)

/** Checks a whole document against the format, and completes what it abbreviates. */
export function checkedSeed(document: unknown): Seed {
  const complete = completedValue(Seed, document, { path: '', depth: 0 })
  try {
    return decodeSeed(complete) as Seed
  } catch (misfit) {
    if (misfit instanceof Misfit) throw new SeedError(misfit.place, misfit.why)
    throw misfit
  }
}

interface Place {
  readonly path: string
  readonly depth: number
}

/**
 * Expands shorthand strings to objects. Unlike the body of a request, a seed is written by hand, so an unknown
 * property is rejected as a typing error.
 */
function completedValue(schema: Schema, value: unknown, place: Place): unknown {
  if (place.depth > depthMax) throw new SeedError(place.path, 'nested too deeply.')
  if (schema.type === 'array') return completedList(schema, value, place)
  if (schema.properties === undefined) return value
  if (schema.shorthand !== undefined && typeof value === 'string') {
    const text = withSeconds(value)
    return { [propertyFor(schema, schema.shorthand, text)]: text }
  }
  if (!isObject(value)) {
    const orText = schema.shorthand === undefined ? '' : ' or a text'
    throw new SeedError(place.path, `an object${orText} is expected, not ${nounFor(value)}.`)
  }
  const members = Object.entries(value).filter(([, member]) => member !== null)
  const copy = members.map(([name, member]): [string, unknown] => {
    const path = place.path === '' ? name : `${place.path}.${name}`
    return [name, completedValue(propertyNamed(name, schema, path), member, below(place, path))]
  })
  requireProperties(schema, new Set(members.map(([name]) => name)), place)
  return Object.fromEntries(copy)
}

function completedList(schema: Schema, value: unknown, place: Place): unknown {
  if (!Array.isArray(value)) {
    throw new SeedError(place.path, `a list is expected, not ${nounFor(value)}.`)
  }
  return value.map((element, index) => {
    const path = `${place.path}[${index}]`
    return completedValue(schema.items!, element, below(place, path))
  })
}

const below = ({ depth }: Place, path: string): Place => ({ path, depth: depth + 1 })

const anyText: Schema = { type: 'string' }

function propertyNamed(name: string, { properties, isOpen }: Schema, path: string): Schema {
  if (Object.hasOwn(properties!, name)) return properties![name]!
  if (isOpen) return anyText
  const writable = Object.entries(properties!).filter(([, { isReadOnly }]) => isReadOnly !== true)
  const writableNames = writable.map(([property]) => property).join(', ')
  throw new SeedError(
    path,
    `there is no such property. There are: ${shortenedText(writableNames)}.`,
  )
}

/** A time of day to the minute, completed to what the wire takes. */
const withSeconds = (text: string): string => (/T\d\d:\d\d$/.test(text) ? `${text}:00` : text)

/** The property that a shorthand string sets: the first whose format it has. */
function propertyFor(schema: Schema, names: readonly string[], text: string): string {
  const fits = (name: string) => {
    try {
      bodyDecoderOf(schema.properties![name]!)(text)
      return true
    } catch (misfit) {
      if (misfit instanceof Misfit) return false
      throw misfit
    }
  }
  return names.find(fits) ?? names.at(-1)!
}

function requireProperties(
  { properties }: Schema,
  present: ReadonlySet<string>,
  { path }: Place,
): void {
  const missing = Object.entries(properties!).find(
    ([name, property]) => property.requiredBy?.includes(requiredInSeed) && !present.has(name),
  )
  if (missing !== undefined) throw new SeedError(path, `${missing[0]} is missing.`)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function nounFor(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : shortenedText(JSON.stringify(value))
}

const shortenedText = (text: string): string =>
  text.length <= shownMax ? text : `${text.slice(0, shownMax)}...`
