import { addressIn } from '../../event/properties/attendees.ts'
import { storedLine } from '../../ical/content-lines.ts'

/** What the parameters of ATTENDEE and ORGANIZER ask of the server (RFC 6638, 7). */
export interface ScheduleParameters {
  /** Attendees whom the program invites itself, or nobody. */
  readonly invitedElsewhere: readonly string[]
  /** Whether the organizer gets no response from the server. */
  readonly isReplyWithheld: boolean
  /** Attendees who are told of the event even if it has not changed. */
  readonly forced: readonly string[]
  /** Whether the organizer gets the response even if it has not changed. */
  readonly isReplyForced: boolean
}

export function scheduleParameters(text: string): ScheduleParameters {
  const people = namesPeople(text) ? linesIn(text).flatMap(({ person }) => person ?? []) : []
  const [organizers, attendees] = ['ORGANIZER', 'ATTENDEE'].map((name) =>
    people.filter((person) => person.name === name),
  )
  const emailsWith = (isMeant: (head: string) => boolean) => [
    ...new Set(attendees!.filter(({ head }) => isMeant(head)).map(({ email }) => email)),
  ]
  return {
    invitedElsewhere: emailsWith(isLeftToOthers),
    isReplyWithheld: organizers!.some(({ head }) => isLeftToOthers(head)),
    forced: emailsWith((head) => isForced(head, 'REQUEST')),
    isReplyForced: organizers!.some(({ head }) => isForced(head, 'REPLY')),
  }
}

const isForced = (head: string, method: 'REQUEST' | 'REPLY'): boolean =>
  new RegExp(`;SCHEDULE-FORCE-SEND="?${method}\\b`, 'i').test(withoutQuotedValues(head))

/** Agents that the server does not know are as good as NONE (RFC 6638, 7.1). */
const isLeftToOthers = (head: string): boolean =>
  /;SCHEDULE-AGENT=(?!"?SERVER\b)"?[A-Z]/i.test(withoutQuotedValues(head))

/** Names can contain what looks like a parameter. */
const withoutQuotedValues = (head: string): string => head.replace(/=("[^"]*[;:,][^"]*")/g, '=')

/** How the delivery of messages went, by the name of the property and the address. */
type StatusOf = (person: Pick<Person, 'name' | 'email'>) => string | undefined

/** The text with the statuses of the server in place of those that were sent. Other lines stay as they are. */
export function withScheduleStatuses(text: string, statusOf: StatusOf): string {
  if (!namesPeople(text)) return text
  return linesIn(text)
    .map(({ raw, ending, person }) => {
      if (person === undefined) return raw + ending
      const status = statusOf(person)
      const kept = withoutOwn(person.head)
      const head = status === undefined ? kept : `${kept};SCHEDULE-STATUS=${status}`
      return head === person.head ? raw + ending : storedLine(`${head}:${person.value}`) + ending
    })
    .join('')
}

/** A property without the parameters that only servers set, or that are of use only once. */
const withoutOwn = (head: string): string =>
  head.replace(/;([^=;]+)=((?:"[^"]*"|[^;"])*)/g, (parameter, name: string) =>
    /^SCHEDULE-(?:STATUS|FORCE-SEND)$/i.test(name) ? '' : parameter,
  )

interface Person {
  readonly name: string
  readonly email: string
  /** The name of the property with its parameters. */
  readonly head: string
  readonly value: string
}

interface TextLine {
  /** As it is written, possibly folded. */
  readonly raw: string
  readonly ending: string
  /** The attendee or organizer of an event; alarms have attendees as well. */
  readonly person: Person | undefined
}

/** Most events have neither attendees nor organizers, and splitting a text into lines is expensive. */
export const namesPeople = (text: string): boolean =>
  /ATTENDEE|ORGANIZER/i.test(text.replace(/\r?\n[ \t]/g, ''))

function linesIn(text: string): TextLine[] {
  const open: string[] = []
  return [...text.matchAll(/((?:[^\n]|\n[ \t])*?)(\r?\n(?![ \t])|$)/g)]
    .filter(([line]) => line !== '')
    .map(([, raw = '', ending = '']) => {
      const line = raw.replace(/\r?\n[ \t]/g, '')
      const [, word = '', name = ''] = /^(BEGIN|END):(\S+)\s*$/i.exec(line) ?? []
      if (word.toUpperCase() === 'BEGIN') open.push(name.toUpperCase())
      else if (word !== '') open.pop()
      return { raw, ending, person: open.at(-1) === 'VEVENT' ? personIn(line) : undefined }
    })
}

function personIn(line: string): Person | undefined {
  const [, head = '', value = ''] =
    /^((?:ATTENDEE|ORGANIZER)(?:;[^:"]*(?:"[^"]*"[^:"]*)*)?):(.*)$/is.exec(line) ?? []
  const email = head === '' ? undefined : addressIn(value.trim())
  if (email === undefined) return undefined
  return { name: head.split(';')[0]!.toUpperCase(), email, head, value }
}
