import { ProtocolError, ProtocolErrorCode, UriTemplate } from '@modelcontextprotocol/server'
import type { User } from '#/contract/operation.ts'
import { ApiError } from '#/kernel/errors.ts'
import { getReport } from '../ads/reports.ts'
import { getBook } from '../books/finding-books.ts'
import { getEvent } from '../calendar/get-event.ts'
import { listEvents } from '../calendar/list-events.ts'
import type { Feed } from '../change-feed.ts'
import { AnswerText, type ReadTool } from '../tool.ts'
import type { Session } from './protocol-server.ts'

type Args = Readonly<Record<string, string | number>>
type Variables = Readonly<Record<string, string>>

/** Something that clients can attach to a conversation: the answer of a tool at an address. */
interface ResourceKind {
  readonly template: UriTemplate
  readonly name: string
  readonly title: string
  readonly description: string
  readonly tool: ReadTool
  /** The feed that reports its changes. */
  readonly feed: Feed
  /** How the feed names it; undefined if every change of the feed may be one of it. */
  readonly subjectOf: (variables: Variables, caller: User) => string | undefined
  readonly argsOf: (variables: Variables, nowMs: number) => Args
}

/** `primary` is the address of the caller. */
const calendarOf = ({ calendarId }: Variables, { email }: User) =>
  calendarId === 'primary' ? email : calendarId

const thisWeek = 'current'
const eventsPerWeekMax = 250

const kinds: readonly ResourceKind[] = [
  {
    template: new UriTemplate('almanac://calendars/{calendarId}/weeks/{monday}'),
    name: 'week',
    title: 'A week of a calendar',
    description: 'The events of a week, by the date of its Monday or `current`.',
    tool: listEvents,
    feed: 'calendars',
    subjectOf: calendarOf,
    argsOf: ({ calendarId = '', monday = '' }, nowMs) => ({
      calendarId,
      ...weekOf(monday, nowMs),
      pageSize: eventsPerWeekMax,
    }),
  },
  {
    template: new UriTemplate('almanac://calendars/{calendarId}/events/{eventId}'),
    name: 'event',
    title: 'An event',
    description: 'An event with its description and attendees.',
    tool: getEvent,
    feed: 'calendars',
    subjectOf: calendarOf,
    argsOf: ({ calendarId = '', eventId = '' }) => ({ calendarId, eventId }),
  },
  {
    template: new UriTemplate('almanac://volumes/{volumeId}'),
    name: 'volume',
    title: 'A book',
    description: 'A book of the catalog.',
    tool: getBook,
    feed: 'catalog',
    subjectOf: () => undefined,
    argsOf: ({ volumeId = '' }) => ({ volumeId }),
  },
  {
    template: new UriTemplate('almanac://reports/{reportId}'),
    name: 'report',
    title: 'A report',
    description: 'The state and the files of a search advertising report.',
    tool: getReport,
    feed: 'reports',
    subjectOf: ({ reportId }) => reportId,
    argsOf: ({ reportId = '' }) => ({ reportId }),
  },
]

const mimeType = 'application/json'

export const listedResources = [
  {
    uri: `almanac://calendars/primary/weeks/${thisWeek}`,
    name: 'this-week',
    title: 'This week',
    description: "The events of this week on the user's calendar.",
    mimeType,
  },
]

export const resourceTemplates = kinds.map(({ template, name, title, description }) => ({
  uriTemplate: template.toString(),
  name,
  title,
  description,
  mimeType,
}))

/** Reads a resource through its tool. */
export async function readResource(uri: string, { toolbox, context }: Session) {
  const parts = partsOf(uri)
  if (parts === undefined) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such resource.', { uri })
  }
  const { kind, variables } = parts
  const args = kind.argsOf(variables, context.nowMs())
  const { isError, answer } = await toolbox.read(kind.tool, args, context)
  if (isError) throw new ProtocolError(ProtocolErrorCode.InvalidParams, answer.text, { uri })
  return { contents: [{ uri, mimeType, text: answer.text }] }
}

/** The feed that reports changes of a resource, and its name there; undefined if there is no such resource. */
export function watchedSubject(uri: string, { context }: Session) {
  const parts = partsOf(uri)
  return (
    parts && {
      feed: parts.kind.feed,
      subject: parts.kind.subjectOf(parts.variables, context.caller),
    }
  )
}

/** The current content of a resource, or the error message. The read is not in the audit log. */
export async function currentText(uri: string, { context }: Session): Promise<string> {
  const { kind, variables } = partsOf(uri)!
  try {
    const args = kind.argsOf(variables, context.nowMs())
    const answer = await kind.tool.run({ ...context, args })
    return answer instanceof AnswerText ? answer.text : JSON.stringify(answer)
  } catch (error) {
    // Without a credential nothing more is reported.
    if (error instanceof ApiError && error.status !== 401) return error.message
    throw error
  }
}

/** The kind of a resource, and the decoded variables in its address. */
function partsOf(uri: string) {
  for (const kind of kinds) {
    const variables = kind.template.match(uri) as Record<string, string> | null
    if (variables === null) continue
    const decoded = Object.entries(variables).map(([name, value]) => [name, plainText(value)])
    return { kind, variables: Object.fromEntries(decoded) as Record<string, string> }
  }
  return undefined
}

function plainText(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** The span of a week. */
function weekOf(monday: string, nowMs: number): { startTime: string; endTime: string } {
  try {
    const today = Temporal.Instant.fromEpochMilliseconds(nowMs)
      .toZonedDateTimeISO('UTC')
      .toPlainDate()
    const first =
      monday === thisWeek
        ? today.subtract({ days: today.dayOfWeek - 1 })
        : Temporal.PlainDate.from(monday)
    return { startTime: `${first}T00:00:00`, endTime: `${first.add({ days: 7 })}T00:00:00` }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'A week is named by the date of its Monday, such as 2026-11-16, or `current`.',
    )
  }
}
