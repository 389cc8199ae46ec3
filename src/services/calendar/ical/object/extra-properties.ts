import { invalidField } from '#/kernel/errors.ts'
import type { Event } from '../../schemas/event.ts'
import { type ComponentTree, propertyValue } from '../component-tree.ts'
import { escapedText, storedLine } from '../content-lines.ts'

/** A property of events that iCalendar lacks, as an X-property. The guide for calendar programs lists them. */
interface ExtraProperty {
  readonly name: string
  /** Undefined if the event has none, or has the default. */
  readonly of: (event: Event) => unknown
  readonly isJson: boolean
  /** What calendar programs change by it; undefined if they cannot. */
  readonly changed?: (value: unknown) => Partial<Record<keyof Event, unknown>>
}

const flag = (name: string, field: keyof Event, byDefault: boolean): ExtraProperty => ({
  name,
  of: (event) =>
    event[field] === undefined || event[field] === byDefault ? undefined : !byDefault,
  isJson: true,
  changed: (value) => ({ [field]: value }),
})

const readOnly = (name: string, of: ExtraProperty['of']): ExtraProperty => ({
  name,
  of,
  isJson: true,
})

const properties: readonly ExtraProperty[] = [
  {
    name: 'X-ALMANAC-COLOR-ID',
    of: ({ colorId }) => colorId,
    isJson: false,
    changed: (colorId) => ({ colorId }),
  },
  {
    name: 'X-ALMANAC-EXTENDED-PROPERTIES',
    of: ({ extendedProperties }) => extendedProperties,
    isJson: true,
    changed: (extendedProperties) => ({ extendedProperties }),
  },
  {
    name: 'X-ALMANAC-SOURCE',
    of: ({ source }) => source,
    isJson: true,
    changed: (source) => ({ source }),
  },
  flag('X-ALMANAC-GUESTS-CAN-MODIFY', 'guestsCanModify', false),
  flag('X-ALMANAC-GUESTS-CAN-INVITE-OTHERS', 'guestsCanInviteOthers', true),
  flag('X-ALMANAC-GUESTS-CAN-SEE-OTHER-GUESTS', 'guestsCanSeeOtherGuests', true),
  flag('X-ALMANAC-ANYONE-CAN-ADD-SELF', 'anyoneCanAddSelf', false),
  readOnly('X-ALMANAC-CONFERENCE', ({ conferenceData }) => conferenceData),
  readOnly('X-ALMANAC-ATTACHMENTS', ({ attachments }) => attachments),
  readOnly('X-ALMANAC-COMMENTS', commentsOf),
  readOnly('X-ALMANAC-LABEL', ({ eventLabelId }) => eventLabelId),
  readOnly('X-ALMANAC-TYPE', typeOf),
]

/** What attendees say together with their responses. */
function commentsOf({ attendees = [] }: Event): unknown {
  const said = attendees.filter(({ comment }) => comment !== undefined)
  if (said.length === 0) return undefined
  return Object.fromEntries(said.map(({ email, comment }) => [email, comment]))
}

/** The type of an event that is more than an event, with the properties of the type. */
function typeOf(event: Event): unknown {
  const { eventType = 'default' } = event
  if (eventType === 'default') return undefined
  const { workingLocationProperties, outOfOfficeProperties } = event
  const { focusTimeProperties, birthdayProperties } = event
  return {
    eventType,
    ...(workingLocationProperties && { workingLocationProperties }),
    ...(outOfOfficeProperties && { outOfOfficeProperties }),
    ...(focusTimeProperties && { focusTimeProperties }),
    ...(birthdayProperties && { birthdayProperties }),
  }
}

/** The lines that state what iCalendar lacks of an event. */
export const extraLines = (event: Event): string[] =>
  properties.flatMap(({ name, of, isJson }) => {
    const value = of(event)
    if (value === undefined) return []
    return [storedLine(`${name}:${escapedText(isJson ? JSON.stringify(value) : String(value))}`)]
  })

/** The values of the extra properties of an event by name, which its text states. */
export const extraValuesOf = (event: Event): ReadonlyMap<string, unknown> =>
  new Map(
    properties.flatMap(({ name, of, isJson }) => {
      const value = of(event)
      return value === undefined ? [] : [[name, isJson ? value : String(value)] as const]
    }),
  )

/** The values of extra properties by name, as a VEVENT states them. */
export function extraValues(vevent: ComponentTree): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>()
  const lines = vevent.lines.filter((line) => start.test(line))
  if (lines.length === 0) return values
  for (const { name, isJson } of properties) {
    const text = propertyValue({ ...vevent, lines }, name)
    if (text === undefined) continue
    values.set(name, isJson ? parsedValue(unescapedText(text), name) : unescapedText(text))
  }
  return values
}

function parsedValue(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidField(`The value of ${name} is not JSON.`)
  }
}

/** What a calendar program says about an event by extra properties. What it does not mention stays. */
export function changedByExtras(values: ReadonlyMap<string, unknown>) {
  return Object.assign(
    {},
    ...properties.map(({ name, changed }) =>
      changed === undefined || !values.has(name) ? {} : changed(values.get(name)),
    ),
  ) as Partial<Record<keyof Event, unknown>>
}

/** The names of the extra properties that two texts state differently. Stating a default is like stating none. */
export function differingExtras(
  one: ReadonlyMap<string, unknown>,
  other: ReadonlyMap<string, unknown>,
): readonly string[] {
  const comparableText = ({ of, changed }: ExtraProperty, value: unknown) => {
    const shown = changed === undefined || value === undefined ? value : of(changed(value) as Event)
    return JSON.stringify(shown)
  }
  return properties
    .filter((property) => {
      const { name } = property
      return comparableText(property, one.get(name)) !== comparableText(property, other.get(name))
    })
    .map(({ name }) => name)
}

/** A VEVENT without extra properties, which can be longer than the parser accepts. */
export const withoutExtras = ({ lines, ...rest }: ComponentTree): ComponentTree => ({
  ...rest,
  lines: lines.filter((line) => !start.test(line)),
})

/** How the names of extra properties begin. */
const start = /^X-ALMANAC-/i

const unescapedText = (text: string): string =>
  text.replace(/\\([\\,;nN])/g, (_, one: string) => (/n/i.test(one) ? '\n' : one))
