import { isLonger } from '#/contract/decoding/decode-text.ts'
import { invalid, invalidField } from '#/kernel/errors.ts'
import type { Event } from '../../schemas/event.ts'
import { withoutAbsent } from '../event-content.ts'

type Properties = Readonly<Record<string, string>>

const keyLengthMax = 44
const valueLengthMax = 1024
const propertiesMax = 300
const propertyBytesMax = 32 * 1024

/**
 * Extended properties. Properties with long keys are ignored and long values truncated, as
 * documented.
 */
export function draftExtendedProperties(
  properties: Event['extendedProperties'],
): Event['extendedProperties'] {
  if (properties === undefined) return undefined
  const described = withoutAbsent({
    private: storedProperties(properties.private),
    shared: storedProperties(properties.shared),
  }) as NonNullable<Event['extendedProperties']>
  requireRoom([described.private, described.shared])
  return Object.keys(described).length === 0 ? undefined : described
}

function storedProperties(properties: Properties = {}): Properties | undefined {
  const entries = Object.entries(properties)
    .filter(([key]) => !isLonger(key, keyLengthMax))
    .map(([key, value]) => [key, cut(value)])
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

function cut(value: string): string {
  if (!isLonger(value, valueLengthMax)) return value
  // Truncates by characters, so that no surrogate pair is split.
  return [...value.slice(0, valueLengthMax * 2)].slice(0, valueLengthMax).join('')
}

function requireRoom(kinds: readonly (Properties | undefined)[]): void {
  const entries = kinds.flatMap((properties = {}) => Object.entries(properties))
  if (entries.length > propertiesMax) {
    throw invalidField(`An event has at most ${propertiesMax} extended properties.`)
  }
  const bytes = entries.reduce((sum, [key, value]) => sum + Buffer.byteLength(key + value), 0)
  if (bytes > propertyBytesMax) {
    throw invalidField(`Extended properties have room for ${propertyBytesMax} bytes.`)
  }
}

type Kind = 'private' | 'shared'

/** A text that occurs in `propertiesText` only if the property has this value. */
export const propertyNeedle = (kind: Kind, key: string, value: string): string =>
  JSON.stringify([kind, key, value])

/** The properties of an event as searchable text; empty if there are none. */
export const propertiesText = ({ extendedProperties }: Event): string =>
  extendedProperties === undefined
    ? ''
    : needlesOf('private', extendedProperties.private) +
      needlesOf('shared', extendedProperties.shared)

const needlesOf = (kind: Kind, properties: Readonly<Record<string, string>> = {}) =>
  Object.entries(properties)
    .map(([key, value]) => propertyNeedle(kind, key, value))
    .join('')

/** Parses a constraint such as `team=blue`. */
export function propertyConstraint(
  text: string,
  parameter: string,
): { readonly key: string; readonly value: string } {
  const split = text.indexOf('=')
  if (split < 0) throw invalid(parameter, 'A constraint has the form name=value.')
  return { key: text.slice(0, split), value: text.slice(split + 1) }
}
