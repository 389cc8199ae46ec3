import type { ComponentFilter, PropertyFilter, TextMatch } from '#/services/calendar/service.ts'
import { preconditionFailed } from './precondition.ts'
import { childOf, fullName, type XmlElement } from './xml.ts'

export interface TimeRange {
  readonly fromMs: number
  readonly toMs: number
}

/** The conditions of a query. */
export interface ObjectQuery {
  /** The range of time that an event has to be in. */
  readonly range: TimeRange | undefined
  /** The other conditions; undefined if there are none. */
  readonly filter: ComponentFilter | undefined
  /** Whether no event can match, because the query is for other components. */
  readonly isOfOthers: boolean
}

const c = (local: string) => fullName('c', local)

/** Reads the filter of a calendar query (RFC 4791, 9.7). */
export function readFilter(filter: XmlElement | undefined): ObjectQuery {
  const top = childOf(filter, c('comp-filter'))
  if (top === undefined || nameOf(top) !== 'VCALENDAR') {
    throw preconditionFailed('valid-filter', 'A filter is for VCALENDAR.')
  }
  const components = top.children.filter(({ name }) => name === c('comp-filter'))
  const events = components.filter((one) => nameOf(one) === 'VEVENT')
  const isOfOthers = components.some(
    (one) => nameOf(one) !== 'VEVENT' && childOf(one, c('is-not-defined')) === undefined,
  )
  const ranges = events.flatMap(({ children }) =>
    children.filter(({ name }) => name === c('time-range')),
  )
  const compared = readComponent(top)
  const hasOther = compared.properties.length > 0 || compared.components.some(hasConditions)
  return {
    range: ranges[0] === undefined ? undefined : readRange(ranges[0].attributes),
    filter: hasOther ? compared : undefined,
    isOfOthers,
  }
}

const hasConditions = ({ isNotDefined, properties, components }: ComponentFilter): boolean =>
  isNotDefined || properties.length > 0 || components.length > 0

function readComponent(element: XmlElement): ComponentFilter {
  const unsupported = element.children.find(
    ({ name }) => name === c('time-range') && nameOf(element) !== 'VEVENT',
  )
  if (unsupported !== undefined) {
    throw preconditionFailed('supported-filter', 'A time range is for VEVENT.')
  }
  return {
    name: nameOf(element),
    isNotDefined: childOf(element, c('is-not-defined')) !== undefined,
    properties: element.children.filter(({ name }) => name === c('prop-filter')).map(readProperty),
    components: element.children.filter(({ name }) => name === c('comp-filter')).map(readComponent),
  }
}

function readProperty(element: XmlElement): PropertyFilter {
  if (childOf(element, c('time-range')) !== undefined) {
    throw preconditionFailed('supported-filter', 'A time range is for VEVENT.')
  }
  return {
    ...readCondition(element),
    parameters: element.children
      .filter(({ name }) => name === c('param-filter'))
      .map(readCondition),
  }
}

const readCondition = (element: XmlElement) => ({
  name: nameOf(element),
  isNotDefined: childOf(element, c('is-not-defined')) !== undefined,
  match: readMatch(childOf(element, c('text-match'))),
})

const collations: Readonly<Record<string, boolean>> = {
  'i;octet': true,
  'i;ascii-casemap': false,
  'i;unicode-casemap': false,
  default: false,
}

function readMatch(element: XmlElement | undefined): TextMatch | undefined {
  if (element === undefined) return undefined
  const { collation = 'default', 'negate-condition': negated } = element.attributes
  const isExact = Object.hasOwn(collations, collation) ? collations[collation] : undefined
  if (isExact === undefined) {
    throw preconditionFailed('supported-collation', 'The collation is not supported.')
  }
  return { text: element.text, isNegated: negated === 'yes', isExact }
}

const nameOf = ({ attributes }: XmlElement): string => (attributes.name ?? '').toUpperCase()

const msIn = (text: string): number => Temporal.Instant.from(text).epochMilliseconds

/** Before and after all events. */
const [earliestMs, latestMs] = [msIn('1000-01-01T00:00:00Z'), msIn('9990-01-01T00:00:00Z')]

interface RangeText {
  readonly start?: string
  readonly end?: string
}

/** Reads a range of time; a missing side has no bound. */
export function readRange({ start, end }: RangeText): TimeRange {
  const [fromMs, toMs] = [momentIn(start, earliestMs), momentIn(end, latestMs)]
  if (fromMs >= toMs) throw preconditionFailed('valid-filter', 'The time range is empty.')
  return { fromMs, toMs }
}

function momentIn(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  const isUtc = /^\d{8}T\d{6}Z$/.test(text.trim())
  try {
    if (isUtc) return Math.min(Math.max(msIn(text.trim()), earliestMs), latestMs)
  } catch {
    // A day or time that does not exist.
  }
  throw preconditionFailed('valid-filter', 'A time range is in UTC.')
}
