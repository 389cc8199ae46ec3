import { invalid } from '#/kernel/errors.ts'
import type { Event } from '../../schemas/event.ts'

type Kind = 'private' | 'shared'

/** What to look for in the text of an event's properties: it occurs only where the property is set so. */
export const propertyNeedle = (kind: Kind, key: string, value: string): string =>
  JSON.stringify([kind, key, value])

/** The properties of an event as text to search; empty where there are none. */
export const propertiesText = ({ extendedProperties }: Event): string =>
  extendedProperties === undefined
    ? ''
    : needlesOf('private', extendedProperties.private) +
      needlesOf('shared', extendedProperties.shared)

const needlesOf = (kind: Kind, properties: Readonly<Record<string, string>> = {}) =>
  Object.entries(properties)
    .map(([key, value]) => propertyNeedle(kind, key, value))
    .join('')

/** Reads a constraint such as `team=blue`. */
export function propertyConstraint(
  text: string,
  parameter: string,
): { readonly key: string; readonly value: string } {
  const split = text.indexOf('=')
  if (split < 0) throw invalid(parameter, 'A constraint has the form name=value.')
  return { key: text.slice(0, split), value: text.slice(split + 1) }
}
