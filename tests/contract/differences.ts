import type { PublishedApi } from './published/published-api.ts'

interface Difference {
  /** `calendar.settings.list.params.maxResults` or `schemas.Calendar.summary`. */
  readonly at: string
  readonly published: unknown
  readonly derived: unknown
}

/** Where what we derive differs from what is published, as far as operations are declared. */
export function differencesOf(published: PublishedApi, derived: PublishedApi): Difference[] {
  const { operations, schemas, ...facts } = derived
  return [
    ...Object.entries(facts).flatMap(([name, value]) =>
      compared(name, published[name as keyof typeof facts], value),
    ),
    ...Object.entries(operations).flatMap(([id, facts]) =>
      compared(id, published.operations[id], facts),
    ),
    ...Object.entries(schemas).flatMap(([name, facts]) =>
      compared(`schemas.${name}`, published.schemas[name], facts),
    ),
  ]
}

function compared(at: string, published: unknown, derived: unknown): Difference[] {
  if (isRecord(published) && isRecord(derived)) {
    const names = new Set([...Object.keys(published), ...Object.keys(derived)])
    return [...names].flatMap((name) => compared(`${at}.${name}`, published[name], derived[name]))
  }
  return JSON.stringify(published) === JSON.stringify(derived) ? [] : [{ at, published, derived }]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
