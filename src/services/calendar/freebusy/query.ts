import { domainOf } from '#/auth/directory/domains.ts'
import { findGroup, membersOf } from '#/auth/directory/groups-members.ts'
import { Stored } from '#/contract/answer.ts'
import type { Caller } from '#/contract/operation.ts'
import { invalidField, requiredField } from '#/kernel/errors.ts'
import type { CalendarRow } from '../calendar/calendar-row.ts'
import type { CalendarDependencies } from '../dependencies.ts'
import { emptyWindow, timeRangeTooLong } from '../errors.ts'
import { dateTimeText, updatedText } from '../event/times.ts'
import { operation } from '../operation.ts'
import { type Block, busyBlocksOf } from '../reading/busy-blocks.ts'
import {
  type FreeBusyCalendar,
  type FreeBusyGroup,
  FreeBusyRequest,
  FreeBusyResponse,
} from '../schemas/free-busy.ts'
import { canReadFreeBusy } from '../scopes.ts'
import { calendarIdFor } from '../sharing/access.ts'
import { msPerDay } from '../time/civil-date.ts'
import { instantIn, isTimeZone } from '../time/zone-offsets.ts'

export const query = operation(
  {
    id: 'calendar.freebusy.query',
    http: 'POST /freeBusy',
    summary: 'Returns the busy times of calendars and group members.',
    body: FreeBusyRequest,
    reply: FreeBusyResponse,
    scopes: canReadFreeBusy,
    credential: 'key',
  },
  async (context) => {
    const { body, freeBusyLimits } = context
    const { window, zone, echo } = requestedWindow(body, freeBusyLimits.daysMax)
    const { groups, calendarIds } = await expandItems(context, body)
    const calendars = await calendarsText(context, calendarIds, {
      window,
      zone,
      calendarsMax: Math.min(
        body.calendarExpansionMax ?? freeBusyLimits.calendarsMax,
        freeBusyLimits.calendarsMax,
      ),
    })
    const head = {
      kind: 'calendar#freeBusy',
      ...echo,
      ...(Object.keys(groups).length > 0 && { groups }),
    }
    return new Stored<FreeBusyResponse>(
      `${JSON.stringify(head).slice(0, -1)},"calendars":${calendars}}`,
    )
  },
)

/** Reads for a caller who may be anonymous. */
type Context = CalendarDependencies & { readonly caller: Caller }

interface Question {
  readonly window: Block
  readonly zone: string
  readonly calendarsMax: number
}

/** The busy times of each calendar as JSON, keyed by the id in the request. */
async function calendarsText(
  context: Context,
  ids: readonly string[],
  question: Question,
): Promise<string> {
  const members: string[] = []
  const times = new TimeTexts(question.zone)
  for (const [index, id] of ids.entries()) {
    const text =
      index < question.calendarsMax
        ? await calendarText(context, id, { window: question.window, times })
        : refusal('tooManyCalendarsRequested')
    members.push(`${JSON.stringify(id)}:${text}`)
  }
  return `{${members.join()}}`
}

interface Rendering {
  readonly window: Block
  readonly times: TimeTexts
}

/** The texts of times in a zone. Calendars are often busy at the same times, so each is rendered once. */
class TimeTexts {
  readonly #zone: string
  readonly #texts = new Map<number, string>()

  constructor(zone: string) {
    this.#zone = zone
  }

  at(ms: number): string {
    return this.#texts.getOrInsertComputed(ms, () => dateTimeText(ms, this.#zone))
  }
}

async function calendarText(
  context: Context,
  id: string,
  { window, times }: Rendering,
): Promise<string> {
  const calendar = await visibleCalendar(context, id)
  if (calendar === undefined) return refusal('notFound')
  const blocks = await consistentBlocks(context, calendar, window)
  if (blocks === undefined) return refusal('internalError')
  // Times need no escaping in JSON.
  const texts = blocks.map(
    ({ startMs, endMs }) => `{"start":"${times.at(startMs)}","end":"${times.at(endMs)}"}`,
  )
  return `{"busy":[${texts.join()}]}`
}

const refusal = (reason: string): string =>
  JSON.stringify({ errors: [{ domain: 'global', reason }], busy: [] } satisfies FreeBusyCalendar)

/** The calendar, if the caller can see at least when it is busy. */
async function visibleCalendar(
  { calendars, roles, caller }: Context,
  id: string,
): Promise<CalendarRow | undefined> {
  const found = calendars.find(calendarIdFor(caller, id))
  const calendar = found instanceof Promise ? await found : found
  if (calendar === undefined) return undefined
  const role = roles.of(calendar, caller)
  return (role instanceof Promise ? await role : role) === 'none' ? undefined : calendar
}

const readingsMax = 5

/**
 * Busy blocks of one version of the calendar. They are read in several steps, so an event that moves
 * meanwhile could be counted twice or not at all.
 */
async function consistentBlocks(
  { calendars, models, readModel }: Context,
  calendar: CalendarRow,
  window: Block,
): Promise<readonly Block[] | undefined> {
  let current = calendar
  for (let reading = 1; ; reading++) {
    const source = await readModel.sourceOf(current)
    const blocks = await busyBlocksOf({ source, models }, current, window)
    const after = await calendars.find(current.id)
    const isSettled = after === undefined || after.changeNumber === current.changeNumber
    if (isSettled || reading === readingsMax) return blocks
    current = after
  }
}

interface RequestedWindow {
  readonly window: Block
  /** The time zone of the response. */
  readonly zone: string
  /** The window as the response repeats it. */
  readonly echo: Pick<FreeBusyResponse, 'timeMin' | 'timeMax'>
}

/** Validates the window of a request. */
function requestedWindow(
  { timeMin, timeMax, timeZone = 'UTC' }: FreeBusyRequest,
  daysMax: number,
): RequestedWindow {
  if (timeMin === undefined) throw requiredField('Missing timeMin parameter.')
  if (timeMax === undefined) throw requiredField('Missing timeMax parameter.')
  const window = { startMs: instantOf(timeMin), endMs: instantOf(timeMax) }
  if (window.endMs <= window.startMs) throw emptyWindow()
  if (window.endMs - window.startMs > daysMax * msPerDay) throw timeRangeTooLong(daysMax)
  if (!isTimeZone(timeZone)) throw invalidField('Invalid time zone definition.')
  return {
    window,
    zone: timeZone,
    echo: { timeMin: updatedText(window.startMs), timeMax: updatedText(window.endMs) },
  }
}

// Fractions of a second are ignored.
const instantOf = (text: string) => instantIn(text, 'UTC')!

interface ExpandedItems {
  readonly groups: Readonly<Record<string, FreeBusyGroup>>
  /** The requested calendars and those of group members, without duplicates. */
  readonly calendarIds: readonly string[]
}

/**
 * Expands groups into their members. Any other id is a calendar, and so is a group of another organization, which
 * gets the error of a calendar that does not exist.
 */
async function expandItems(
  context: Context,
  { items = [], groupExpansionMax, calendarExpansionMax }: FreeBusyRequest,
): Promise<ExpandedItems> {
  const { groupMembersMax } = context.freeBusyLimits
  for (const max of [groupExpansionMax, calendarExpansionMax]) {
    if (max !== undefined && max < 0) throw invalidField('An expansion is at least 0.')
  }
  const membersMax = Math.min(groupExpansionMax ?? groupMembersMax, groupMembersMax)
  const groups = new Map<string, FreeBusyGroup>()
  const calendarIds = new Set<string>()
  const ids = new Set(items.flatMap(({ id }) => (id ? [id] : [])))
  for (const id of ids) {
    const group = isAddress(id) ? await visibleGroup(context, id.toLowerCase()) : undefined
    if (group === undefined) {
      calendarIds.add(id)
      continue
    }
    const members = await membersOf(context.database, group.id)
    if (members.length > membersMax) {
      groups.set(id, { errors: [{ domain: 'global', reason: 'groupTooBig' }], calendars: [] })
      continue
    }
    groups.set(id, { calendars: members })
    for (const member of members) calendarIds.add(member)
  }
  return { groups: Object.fromEntries(groups), calendarIds: [...calendarIds] }
}

async function visibleGroup({ database, domains, caller }: Context, email: string) {
  if (caller.kind !== 'user') return undefined
  const group = await findGroup(database, email)
  if (group === undefined) return undefined
  const organization = await domains.organizationOf(email, database)
  return organization.has(domainOf(caller.email)) ? group : undefined
}

// Ids of secondary calendars are never group addresses, so they need no lookup.
const isAddress = (id: string) => id.includes('@') && !id.endsWith('.calendar.google.com')
