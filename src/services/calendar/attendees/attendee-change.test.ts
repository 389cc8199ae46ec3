import { describe, expect, it } from 'vitest'
import { isSameJson } from '#/kernel/text/same-json.ts'
import { contentOf } from '../event/event-content.ts'
import type { CurrentEvent, EventDraft } from '../event/event-draft.ts'
import type { Event } from '../schemas/event.ts'
import {
  attendeeChange,
  changeRules,
  followedAttendees,
  originalAfter,
  requireSameFlags,
  selfAdded,
} from './attendee-change.ts'

const ann = { email: 'ann@example.com', responseStatus: 'needsAction' }
const bob = { email: 'bob@example.com', responseStatus: 'needsAction' }
const away = { ...bob, responseStatus: 'declined' }

it('a list that differs by answers alone follows the series and keeps the answers', () => {
  expect(followedAttendees({ former: [bob], exception: [away], next: [ann, bob] })).toEqual([
    ann,
    away,
  ])
  expect(followedAttendees({ former: [ann, bob], exception: [ann, away], next: [ann] })).toEqual([
    ann,
  ])
  const sure = { ...ann, responseStatus: 'accepted' }
  const lists = { former: [ann, bob], exception: [ann, away], next: [sure, bob] }
  expect(followedAttendees(lists)).toEqual([sure, away])
})

it('a list of other people stays as it is', () => {
  expect(followedAttendees({ former: [bob], exception: [ann], next: [] })).toEqual([ann])
  expect(followedAttendees({ former: [ann, bob], exception: [away], next: [ann, bob] })).toEqual([
    away,
  ])
  expect(followedAttendees({ exception: [ann], next: [bob] })).toEqual([ann])
})

const me = 'me@example.com'
const times = { isAllDay: false, startMs: 0, endMs: 1, startZone: 'UTC', endZone: 'UTC' } as const
const attendees = [bob, { email: me, responseStatus: 'needsAction' }]
const event: Event = { id: 'e', status: 'confirmed', summary: 'a', attendees }

/** A change of each property in the table. */
const changes: Readonly<Record<keyof typeof changeRules, Partial<Event> | 'times' | 'reminders'>> =
  {
    status: { status: 'tentative' },
    summary: { summary: 'b' },
    description: { description: 'b' },
    location: { location: 'b' },
    times: 'times',
    recurrence: { recurrence: ['RRULE:FREQ=DAILY'] },
    hangoutLink: { hangoutLink: 'https://example.com/b' },
    conferenceData: { conferenceData: { conferenceId: 'b' } },
    attachments: { attachments: [{ fileUrl: 'https://example.com/b' }] },
    'extendedProperties.shared': { extendedProperties: { shared: { b: 'b' } } },
    'extendedProperties.private': { extendedProperties: { private: { b: 'b' } } },
    reminders: 'reminders',
    colorId: { colorId: '4' },
    eventLabelId: { eventLabelId: 'b' },
    transparency: { transparency: 'transparent' },
    visibility: { visibility: 'private' },
    'attendees: own response': { attendees: [bob, { email: me, responseStatus: 'accepted' }] },
    'attendees: added': { attendees: [...attendees, ann] },
    'attendees: changed or removed': { attendees: [attendees[1]!] },
    guestsCanInviteOthers: { guestsCanInviteOthers: false },
    guestsCanModify: { guestsCanModify: true },
    guestsCanSeeOtherGuests: { guestsCanSeeOtherGuests: false },
    anyoneCanAddSelf: { anyoneCanAddSelf: true },
  }

function draftOf(
  current: CurrentEvent,
  change: (typeof changes)[keyof typeof changes],
): EventDraft {
  const reminders = change === 'reminders' ? { useDefault: false, overrides: [] } : undefined
  return {
    content: contentOf({ ...current.event, ...(typeof change === 'object' && change) }),
    times: change === 'times' ? { ...times, endMs: 2 } : times,
    reminders: reminders as EventDraft['reminders'],
    source: undefined,
  }
}

const currentOf = (flags: Partial<Event> = {}): CurrentEvent => ({
  event: { ...event, ...flags },
  times,
  reminders: undefined,
  source: undefined,
})

describe.each(Object.entries(changeRules))('a change of %s', (name, [, attendee, others]) => {
  const change = changes[name as keyof typeof changeRules]
  /** Whether the organizer's event takes over what an attendee has changed. */
  const reaches = (flags: Partial<Event>) => {
    const current = currentOf(flags)
    const draft = draftOf(current, change)
    requireSameFlags(current.event, draft)
    const edit = { attendeeId: me, current, draft, isLeaving: false }
    const stated = attendeeChange(edit)
    const after = originalAfter({ attendeeId: me, change: stated, original: current })
    const isSame = isSameJson(after.content, contentOf(current.event))
    return !(isSame && isSameJson(after.times, times))
  }

  it(`by an attendee is ${attendee}`, () => {
    if (attendee === 'refused') return expect(() => reaches({})).toThrow()
    const isAlways = attendee === 'shared'
    const noInvitations = { guestsCanInviteOthers: false }
    expect(reaches(noInvitations)).toBe(isAlways)
    expect(reaches({})).toBe(isAlways || attendee === 'invited')
    const isForModifiers = isAlways || attendee === 'invited' || attendee === 'permitted'
    expect(reaches({ ...noInvitations, guestsCanModify: true })).toBe(isForModifiers)
  })

  it(`by others is ${others}`, () => {
    const current = currentOf()
    const changed = draftOf(current, change)
    const self = { email: 'other@example.com', responseStatus: 'accepted' }
    const added = (content: EventDraft['content']) =>
      selfAdded(
        current,
        { ...changed, content: { ...content, attendees: [...(content.attendees ?? []), self] } },
        self.email,
      )
    if (others === 'refused') return expect(() => added(changed.content)).toThrow()
    const { content, reminders } = added(contentOf(current.event))
    expect(content.attendees).toEqual([...attendees, self])
    expect(reminders).toBeUndefined()
  })
})
