import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBody } from '#/contract/decoding/decode.ts'
import type { Patch } from '#/contract/schema.ts'
import { ApiError } from '#/kernel/errors.ts'
import {
  day,
  eventContext,
  hour,
  labelId,
  stored,
  wireForm,
} from '../../../../tests/support/event-drafts.ts'
import { Event } from '../schemas/event.ts'
import { draftForInsert, draftForPatch, draftForUpdate, type EventDraft } from './event-draft.ts'

const text = fc.constantFrom('', 'a', 'Ünïcode 🎂')
const flag = fc.boolean()
const attendee = fc.record(
  {
    email: fc.constantFrom('ann@x.org', 'Bob@x.org', 'cy@x.org'),
    displayName: text,
    responseStatus: fc.constantFrom('accepted', 'declined'),
    resource: flag,
    optional: flag,
    additionalGuests: fc.nat(2),
  },
  { requiredKeys: ['email'] },
)
const properties = fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), text)
const entryPoints = [{ entryPointType: 'video', uri: 'https://x.org/1' }]
const members = {
  summary: text,
  description: text,
  location: text,
  status: fc.constantFrom('confirmed', 'tentative', 'cancelled'),
  colorId: fc.constantFrom('', '1', '11'),
  eventLabelId: fc.constantFrom('', labelId),
  transparency: fc.constantFrom('opaque', 'transparent'),
  visibility: fc.constantFrom('default', 'public', 'private'),
  recurrence: fc.constantFrom([], ['RRULE:FREQ=DAILY;COUNT=3'], ['RDATE;VALUE=DATE:20260601']),
  attendees: fc.array(attendee, { maxLength: 3 }),
  attendeesOmitted: flag,
  extendedProperties: fc.record({ private: properties, shared: properties }, { requiredKeys: [] }),
  conferenceData: fc.constantFrom(
    { createRequest: { requestId: 'r1' } },
    { createRequest: { requestId: 'r2' } },
    { conferenceSolution: { key: { type: 'addOn' } }, entryPoints },
  ),
  guestsCanInviteOthers: flag,
  guestsCanModify: flag,
  privateCopy: flag,
  attachments: fc.constantFrom([], [{ fileUrl: 'https://x.org/a' }]),
  reminders: fc.constantFrom(
    { useDefault: true, overrides: [] },
    { useDefault: false, overrides: [{ method: 'email', minutes: 5 }] },
  ),
  source: fc.record({ url: fc.constant('https://x.org'), title: text }, { requiredKeys: [] }),
}
const special = [
  { eventType: 'focusTime', focusTimeProperties: {} },
  { eventType: 'outOfOffice', outOfOfficeProperties: { declineMessage: 'Away' } },
  { eventType: 'workingLocation', workingLocationProperties: { type: 'homeOffice' } },
  { eventType: 'birthday' },
]
const sides = fc.constantFrom(hour, day)
const body = fc
  .tuple(fc.record(members, { requiredKeys: [] }), sides, fc.constantFrom({}, ...special))
  .map((parts) => Object.assign({}, ...parts) as Event)

const patchMembers = Object.fromEntries(
  Object.entries(members).map(([name, values]) => [name, fc.option<unknown>(values)]),
)
const patch = fc
  .tuple(fc.record(patchMembers, { requiredKeys: [] }), fc.constantFrom({}, hour, day))
  .map((parts) => Object.assign({}, ...parts) as Patch<Event>)

const reading = fc.record({
  conferenceDataVersion: fc.nat(1),
  eventLabelVersion: fc.nat(1),
  supportsAttachments: flag,
})

/** What comes of it; inputs that are refused tell nothing here. */
function accepted(describe: () => EventDraft): EventDraft {
  try {
    return describe()
  } catch (error) {
    fc.pre(!(error instanceof ApiError))
    throw error
  }
}

describe('an event', () => {
  it('is not changed when it is replaced by what a client reads of it', () => {
    fc.assert(
      fc.property(body, reading, reading, (given, before, after) => {
        const described = accepted(() => draftForInsert(given, eventContext({ reading: before })))
        const read = decodeBody(Event, JSON.parse(JSON.stringify(wireForm(described))))
        const replaced = draftForUpdate(stored(described), read, eventContext({ reading: after }))
        expect(replaced).toEqual(described)
        expect(JSON.stringify(replaced)).toBe(JSON.stringify(described))
      }),
      { numRuns: 500 },
    )
  })

  it('is the same after a patch and after the patch again', () => {
    fc.assert(
      fc.property(body, patch, reading, (given, change, flags) => {
        const context = eventContext({ reading: flags })
        const current = accepted(() => draftForInsert(given, context))
        const once = accepted(() => draftForPatch(stored(current), change, context))
        expect(draftForPatch(stored(once), change, context)).toEqual(once)
      }),
      { numRuns: 500 },
    )
  })

  it('is not changed by an empty patch', () => {
    fc.assert(
      fc.property(body, reading, (given, flags) => {
        const context = eventContext({ reading: flags })
        const described = accepted(() => draftForInsert(given, context))
        expect(draftForPatch(stored(described), {}, context)).toEqual(described)
      }),
    )
  })
})
