import type {
  Collation,
  ComponentFilter,
  PropertyFilter,
  TextMatch,
} from '#/services/calendar/service.ts'
import { preconditionFailed } from './multistatus.ts'
import { childOf, elementCount, fullName, type XmlElement } from './xml/xml.ts'

export interface TimeRange {
  readonly fromMs: number
  readonly toMs: number
}

/** The conditions of a query. */
interface ObjectQuery {
  /** The range of time that an event has to be in. */
  readonly range: TimeRange | undefined
  /** The other conditions; undefined if there are none. */
  readonly filter: ComponentFilter | undefined
  /** Whether no event can match, because the query is for other components. */
  readonly isOfOthers: boolean
}

const c = (local: string) => fullName('c', local)

/** Each object is compared with all elements of a filter. */
const elementsMax = 200
const matchCharactersMax = 1_000

/** Reads the filter of a calendar query (RFC 4791, 9.7). */
export function readFilter(filter: XmlElement | undefined): ObjectQuery {
  const top = childOf(filter, c('comp-filter'))
  if (top === undefined || nameOf(top) !== 'VCALENDAR') {
    throw preconditionFailed('valid-filter', 'A filter is for VCALENDAR.')
  }
  if (elementCount(top) > elementsMax) {
    throw preconditionFailed('supported-filter', `A filter has at most ${elementsMax} elements.`)
  }
  const components = top.children.filter(({ name }) => name === c('comp-filter'))
  const events = components.filter((one) => nameOf(one) === 'VEVENT')
  const isOfOthers = components.some(
    (one) => nameOf(one) !== 'VEVENT' && childOf(one, c('is-not-defined')) === undefined,
  )
  const ranges = events.flatMap(({ children }) =>
    children.filter(({ name }) => name === c('time-range')),
  )
  if (ranges.length > 1) {
    throw preconditionFailed('supported-filter', 'A query has one time range for VEVENT.')
  }
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

/** The components that have a time. Events are found by their range, and others do not exist. */
const timedComponents = new Set(['VEVENT', 'VTODO', 'VJOURNAL', 'VFREEBUSY', 'VALARM'])

/** The components that can be in others. Those with names of their own can be anywhere. */
const containers: Readonly<Record<string, readonly string[]>> = {
  VEVENT: ['VCALENDAR'],
  VTODO: ['VCALENDAR'],
  VJOURNAL: ['VCALENDAR'],
  VFREEBUSY: ['VCALENDAR'],
  VTIMEZONE: ['VCALENDAR'],
  VALARM: ['VEVENT', 'VTODO'],
}

function readComponent(element: XmlElement, container?: string): ComponentFilter {
  const name = nameOf(element)
  if (container !== undefined && containers[name]?.includes(container) === false) {
    throw preconditionFailed('valid-filter', `A ${name} is not in a ${container}.`)
  }
  const range = childOf(element, c('time-range'))
  if (range !== undefined && !timedComponents.has(name)) {
    throw preconditionFailed('valid-filter', `A ${name} has no time.`)
  }
  return {
    name,
    isNotDefined: childOf(element, c('is-not-defined')) !== undefined,
    range: range && readRange(range.attributes),
    properties: element.children.filter(({ name }) => name === c('prop-filter')).map(readProperty),
    components: element.children
      .filter(({ name }) => name === c('comp-filter'))
      .map((one) => readComponent(one, name)),
  }
}

/** The properties of components that state no time. */
const timelessProperties = new Set([
  ...['SUMMARY', 'DESCRIPTION', 'LOCATION', 'COMMENT', 'CATEGORIES', 'CLASS', 'STATUS', 'TRANSP'],
  ...['ATTENDEE', 'ORGANIZER', 'CONTACT', 'UID', 'URL', 'SEQUENCE', 'PRIORITY', 'GEO', 'RRULE'],
])

function readProperty(element: XmlElement): PropertyFilter {
  const range = childOf(element, c('time-range'))
  const name = nameOf(element)
  if (range !== undefined && timelessProperties.has(name)) {
    throw preconditionFailed('valid-filter', `${name} has no time.`)
  }
  return {
    ...readCondition(element),
    range: range && readRange(range.attributes),
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

const collations: Readonly<Record<string, Collation>> = {
  'i;octet': 'octet',
  'i;ascii-casemap': 'ascii',
  'i;unicode-casemap': 'unicode',
  // The choice of the server.
  default: 'unicode',
}

/** The names of collations that filters can use. */
export const collationNames = Object.keys(collations).filter((name) => name !== 'default')

function readMatch(element: XmlElement | undefined): TextMatch | undefined {
  if (element === undefined) return undefined
  const { collation: name = 'i;ascii-casemap', 'negate-condition': negated } = element.attributes
  const collation = Object.hasOwn(collations, name) ? collations[name] : undefined
  if (collation === undefined) {
    throw preconditionFailed('supported-collation', 'The collation is not supported.')
  }
  if (element.text.length > matchCharactersMax) {
    throw preconditionFailed(
      'supported-filter',
      `A text in a filter has at most ${matchCharactersMax} characters.`,
    )
  }
  return { text: element.text, isNegated: negated === 'yes', collation }
}

const nameOf = ({ attributes }: XmlElement): string => (attributes.name ?? '').toUpperCase()

const msIn = (text: string): number => Temporal.Instant.from(text).epochMilliseconds

/** Before and after all events. */
const [earliestMs, latestMs] = [msIn('1000-01-01T00:00:00Z'), msIn('9990-01-01T00:00:00Z')]

interface RangeText {
  readonly start?: string
  readonly end?: string
}

/** Reads a range of time; one missing side has no bound. */
export function readRange({ start, end }: RangeText): TimeRange {
  if (start === undefined && end === undefined) {
    throw preconditionFailed('valid-filter', 'A time range has a start or an end.')
  }
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
