import { isDeepStrictEqual } from 'node:util'
import { isSameJson } from '#/kernel/text/same-json.ts'
import { forbiddenForNonOrganizer, requiredAccessLevel } from '../errors.ts'
import { contentNames, contentOf, type EventContent } from '../event/event-content.ts'
import { type CurrentEvent, draftWith, type EventDraft } from '../event/event-draft.ts'
import { type EventTimes, isSameTimes } from '../event/times.ts'
import type { Event, EventAttendee } from '../schemas/event.ts'

/**
 * What a change of a property does:
 * `shared` reaches the organizer's event and all copies. `permitted` does so if guests can modify the
 * event, and otherwise stays on the copy until the organizer changes the event. `invited` does so if
 * guests can invite others or modify the event. `personal` stays on the calendar it was made on.
 * `self` is allowed for the caller's own entry. `ignored` has no effect. `refused` fails the call.
 */
type Effect = 'shared' | 'permitted' | 'invited' | 'personal' | 'self' | 'ignored' | 'refused'

/** Others are callers who can only read the calendar of an event that anyone can add themselves to. */
type Rule = readonly [organizer: Effect, attendee: Effect, others: Effect]

/** Who can change which property of an event with attendees. */
export const changeRules = {
  status: ['shared', 'permitted', 'refused'],
  summary: ['shared', 'permitted', 'refused'],
  description: ['shared', 'permitted', 'refused'],
  location: ['shared', 'permitted', 'refused'],
  times: ['shared', 'permitted', 'refused'],
  recurrence: ['shared', 'permitted', 'refused'],
  hangoutLink: ['shared', 'permitted', 'refused'],
  conferenceData: ['shared', 'permitted', 'refused'],
  attachments: ['shared', 'permitted', 'refused'],
  'extendedProperties.shared': ['shared', 'permitted', 'refused'],
  'extendedProperties.private': ['personal', 'personal', 'refused'],
  reminders: ['personal', 'personal', 'ignored'],
  colorId: ['personal', 'personal', 'refused'],
  eventLabelId: ['personal', 'personal', 'refused'],
  transparency: ['personal', 'personal', 'refused'],
  visibility: ['shared', 'personal', 'refused'],
  'attendees: own response': ['shared', 'shared', 'self'],
  'attendees: added': ['shared', 'invited', 'self'],
  'attendees: changed or removed': ['shared', 'permitted', 'refused'],
  guestsCanInviteOthers: ['shared', 'refused', 'refused'],
  guestsCanModify: ['shared', 'refused', 'refused'],
  guestsCanSeeOtherGuests: ['shared', 'refused', 'refused'],
  anyoneCanAddSelf: ['shared', 'ignored', 'refused'],
} as const satisfies Readonly<Record<string, Rule>>

type Property = keyof typeof changeRules
type ContentName = Extract<Property, keyof EventContent>

/** The content properties for which a change by the organizer or by an attendee has the effect. */
const namesWith = (who: 'organizer' | 'attendee', effect: Effect): readonly ContentName[] =>
  contentNames.filter(
    (name): name is ContentName =>
      name in changeRules &&
      changeRules[name as ContentName][who === 'organizer' ? 0 : 1] === effect,
  )

const permittedNames = namesWith('attendee', 'permitted')
const refusedNames = namesWith('attendee', 'refused')
const organizersOwnNames: ReadonlySet<string> = new Set(namesWith('organizer', 'personal'))

/** Refuses an attendee who changes the guest permissions. */
export function requireSameFlags(current: Event, { content }: EventDraft): void {
  if (refusedNames.some((name) => current[name] !== content[name])) throw forbiddenForNonOrganizer()
}

/** The part of the organizer's event that attendees see. */
export function sharedPart(event: Event) {
  const { etag: _etag, updated: _updated, extendedProperties, ...rest } = event
  const shared = Object.entries(rest).filter(([name]) => !organizersOwnNames.has(name))
  return { ...Object.fromEntries(shared), properties: extendedProperties?.shared }
}

/** The error for callers who can only read a calendar. */
export const readersRefused = () => requiredAccessLevel('writerWithoutPrivateAccess')

/** The event with the caller as an additional attendee, which is the only change others can make. */
export function selfAdded(
  current: CurrentEvent,
  { content, times }: EventDraft,
  email: string,
): EventDraft {
  const { attendees = [], ...after } = content
  const { attendees: listed = [], ...before } = contentOf(current.event)
  const self = attendees.find((attendee) => attendee.email === email)
  const others = attendees.filter((attendee) => attendee !== self)
  const isSame = isSameJson(others, listed.map(statedAttendee)) && isSameJson(after, before)
  const isListed = listed.some((attendee) => attendee.email === email)
  if (self === undefined || isListed || !isSame || !isSameJson(times, current.times)) {
    throw readersRefused()
  }
  return draftWith(current, content)
}

type Attendees = readonly EventAttendee[]

/** The response of an attendee to an invitation. */
export type Response = Pick<EventAttendee, 'responseStatus' | 'comment' | 'additionalGuests'>

/** A change that an attendee made on their copy and that the organizer's event may apply. Serializable. */
export interface AttendeeChange {
  readonly answer?: Response
  readonly isLeaving?: true
  /** Additional attendees to invite. */
  readonly added?: Attendees
  /** The attendee list before and after the change, if it changed other entries. */
  readonly list?: { readonly seen: readonly string[]; readonly given: Attendees }
  readonly edits?: readonly Edit[]
  readonly times?: { readonly from: EventTimes; readonly to: EventTimes }
}

/** A property with its value on the copy before and after the change; absent values are omitted. */
interface Edit {
  readonly name: ContentName | 'shared'
  readonly from?: unknown
  readonly to?: unknown
}

export interface DeclinedInstance {
  readonly originalStart: number
  readonly comment?: string
}

/** An attendee's change that the organizer's event has yet to apply. Stored with the copy until then. */
export interface Request {
  /** Orders the requests of one calendar about an event and its instances. */
  readonly number: number
  /** The change number of the organizer's event that the request refers to. */
  readonly base: number
  readonly change: AttendeeChange
  /** Instances that the calendar declined automatically. */
  readonly declines?: readonly DeclinedInstance[]
  /** Whether the calendar responded automatically. */
  readonly isAutomatic?: true
  /** Who made the change; for automatic responses, who invited the calendar. */
  readonly by: { readonly userId: string; readonly email: string }
  readonly sendUpdates: 'all' | 'externalOnly' | 'none'
}

interface CopyEdit {
  readonly attendeeId: string
  /** The copy before and after the change. */
  readonly current: CurrentEvent
  readonly draft: EventDraft
  readonly isLeaving: boolean
}

/** The part of a change to a copy that may concern the organizer's event. */
export function attendeeChange({
  attendeeId,
  current: { event, times: from },
  draft: { content, times: to },
  isLeaving,
}: CopyEdit): AttendeeChange {
  const requested = content.attendees ?? []
  const listed = event.attendees ?? []
  const seen = new Set(listed.map(({ email }) => email))
  const isSelf = ({ email }: EventAttendee) => email === attendeeId
  const before = listed.find(isSelf)
  // A list without the own entry leaves the response alone: attendees leave by deleting their copy.
  const after = requested.find(isSelf) ?? before
  const isOmitted = after !== undefined && !requested.some(isSelf)
  const list = isOmitted ? [...requested, statedAttendee(after)] : requested
  const added = requested.filter((one) => !seen.has(one.email) && !isSelf(one))
  const others = (list: Attendees) => list.filter((one) => !isSelf(one)).map(statedAttendee)
  const isListChanged = !isDeepStrictEqual(others(listed), others(requested))
  const edits = editsIn(event, content, isLeaving)
  const answer = { ...responseOf(after), ...(isLeaving && { responseStatus: 'declined' }) }
  const isAnswered = !isDeepStrictEqual(answer, responseOf(before))
  return {
    ...(isAnswered && { answer }),
    ...(isLeaving && { isLeaving }),
    ...(added.length > 0 && { added }),
    ...(isListChanged && { list: { seen: [...seen] as string[], given: list } }),
    ...(edits.length > 0 && { edits }),
    ...(!isDeepStrictEqual(from, to) && { times: { from, to } }),
  }
}

function editsIn(event: Event, content: EventContent, isLeaving: boolean): readonly Edit[] {
  // Deleting a copy leaves the event. Restoring the copy changes nothing for others.
  const isPresence = isLeaving || event.status === 'cancelled'
  const names = permittedNames.filter((name) => !(isPresence && name === 'status'))
  const edits: readonly Edit[] = [
    ...names.map((name) => ({ name, from: event[name], to: content[name] })),
    {
      name: 'shared',
      from: event.extendedProperties?.shared,
      to: content.extendedProperties?.shared,
    },
  ]
  return edits.filter(({ from, to }) => !isDeepStrictEqual(from, to))
}

/** An attendee entry without the members that depend on the reader. */
export const statedAttendee = ({
  self: _self,
  organizer: _organizer,
  ...attendee
}: EventAttendee) => attendee

/** The entry of a calendar on the list of attendees. */
export const entryOf = (
  { attendees }: Pick<Event, 'attendees'>,
  calendarId: string,
): EventAttendee | undefined => attendees?.find(({ email }) => email === calendarId)

export function responseOf(attendee: EventAttendee | undefined): Response {
  const { responseStatus, comment, additionalGuests } = attendee ?? {}
  return {
    ...(responseStatus !== undefined && { responseStatus }),
    ...(comment !== undefined && { comment }),
    ...(additionalGuests !== undefined && { additionalGuests }),
  }
}

/** Merges two changes of a copy. `isReturning` means that the later one restores a deleted copy. */
export function joinedChange(
  first: AttendeeChange,
  last: AttendeeChange,
  { isReturning }: { readonly isReturning: boolean },
): AttendeeChange {
  const { isLeaving, added: addedFirst = [], edits: editsFirst = [], ...before } = first
  const { added: addedLast = [], edits: editsLast = [], ...after } = last
  const edits = new Map(editsFirst.map((edit) => [edit.name, edit]))
  for (const edit of editsLast) {
    edits.set(edit.name, { ...edit, from: (edits.get(edit.name) ?? edit).from })
  }
  // The later change can remove attendees that the earlier one added.
  const requested = last.list && new Set(last.list.given.map(({ email }) => email))
  const added = [...addedFirst.filter(({ email }) => requested?.has(email) ?? true), ...addedLast]
  return {
    ...before,
    ...after,
    ...(isLeaving && !isReturning && { isLeaving }),
    ...(added.length > 0 && { added }),
    ...(first.list &&
      last.list && {
        list: {
          seen: [...new Set([...first.list.seen, ...last.list.seen])],
          given: last.list.given,
        },
      }),
    ...(edits.size > 0 && { edits: [...edits.values()] }),
    ...(first.times && last.times && { times: { from: first.times.from, to: last.times.to } }),
  }
}

interface Applying {
  readonly attendeeId: string
  readonly change: AttendeeChange
  /** The organizer's event. */
  readonly original: CurrentEvent
}

/** The organizer's event after applying an attendee's change. */
export function originalAfter(applying: Applying): EventDraft {
  const { original, change } = applying
  const { event, times } = original
  const attendees = attendeesAfter(applying)
  const content = { ...contentOf(event), ...(attendees.length > 0 && { attendees }) }
  if (event.guestsCanModify !== true) return draftWith(original, content)
  const isMoved = change.times !== undefined && isSameTimes(change.times.from, times)
  const edited = { ...content, ...editedContent(event, change.edits ?? []) }
  return draftWith(isMoved ? { ...original, times: change.times!.to } : original, edited)
}

/** An edit yields to a later change of the same property by the organizer. */
function editedContent(event: Event, edits: readonly Edit[]): EventContent {
  const changes: Partial<Record<keyof EventContent, unknown>> = {}
  const { private: personal, shared } = event.extendedProperties ?? {}
  for (const { name, from, to } of edits) {
    if (!isDeepStrictEqual(name === 'shared' ? shared : event[name], from)) continue
    if (name !== 'shared') changes[name] = to
    else {
      const properties = { ...(personal && { private: personal }), ...(to ? { shared: to } : {}) }
      const isEmpty = Object.keys(properties).length === 0
      changes.extendedProperties = isEmpty ? undefined : properties
    }
  }
  return changes as EventContent
}

/** The attendees after the change. Nobody can respond for others. */
function attendeesAfter({ attendeeId, change, original }: Applying): Attendees {
  const { attendees: invited = [], guestsCanModify, guestsCanInviteOthers = true } = original.event
  const emails = new Set(invited.map(({ email }) => email))
  const added = (change.added ?? [])
    .filter(({ email }) => !emails.has(email))
    .map((attendee) => ({ ...attendee, responseStatus: 'needsAction' }))
  const canInvite = guestsCanModify === true || guestsCanInviteOthers
  const content = guestsCanModify && change.list ? editedList(invited, change.list) : invited
  return [...withOwnResponse(content, attendeeId, change), ...(canInvite ? added : [])]
}

/**
 * The current list with the edits that an attendee made to the list they saw. Responses stay, because others
 * may have responded since.
 */
function editedList(
  invited: Attendees,
  { given: requested, seen: emails }: NonNullable<AttendeeChange['list']>,
): Attendees {
  const seen = new Set<string | undefined>(emails)
  const byEmail = new Map(requested.map((attendee) => [attendee.email, attendee]))
  return invited.flatMap((attendee) => {
    const changed = byEmail.get(attendee.email)
    if (changed !== undefined) return [withResponse(changed, responseOf(attendee))]
    return seen.has(attendee.email) ? [] : [attendee]
  })
}

function withResponse(attendee: EventAttendee, response: Response): EventAttendee {
  const { comment: _comment, additionalGuests: _guests, ...rest } = attendee
  return { ...rest, ...response }
}

function withOwnResponse(
  invited: Attendees,
  attendeeId: string,
  { answer, isLeaving }: AttendeeChange,
): Attendees {
  if (!isLeaving && answer === undefined) return invited
  const response = { ...answer, ...(isLeaving && { responseStatus: 'declined' }) }
  if (!invited.some(({ email }) => email === attendeeId)) {
    return [...invited, { email: attendeeId, responseStatus: 'needsAction', ...response }]
  }
  return invited.map((attendee) => {
    if (attendee.email !== attendeeId) return attendee
    return answer === undefined ? { ...attendee, ...response } : withResponse(attendee, response)
  })
}

interface Lists {
  /** The attendees of the series before the change. */
  readonly former?: Attendees | undefined
  readonly exception?: Attendees | undefined
  /** The attendees of the series after the change. */
  readonly next?: Attendees | undefined
}

/**
 * The attendees of an exception after its series changed. A list that differs from the series only in
 * responses follows the series and keeps the responses; any other list stays.
 */
export function followedAttendees({ former = [], exception = [], next = [] }: Lists): Attendees {
  const then = new Map(former.map((attendee) => [attendee.email, attendee]))
  const isFollowing =
    exception.length === former.length && exception.every(({ email }) => then.has(email))
  if (!isFollowing) return exception
  const responses = new Map(exception.map((attendee) => [attendee.email, attendee]))
  return next.map((attendee) => {
    const response = responses.get(attendee.email)
    const isSaid = response !== undefined && !isDeepStrictEqual(response, then.get(attendee.email))
    return isSaid ? response : attendee
  })
}
