import { describe, expect, it } from 'vitest'
import { eventContext, expectRefused, hour } from '../../../../tests/support/event-drafts.ts'
import type { Event } from '../schemas/event.ts'
import { draftForInsert } from './event-draft.ts'

const context = eventContext()
const inserted = (body: Event, where = context) => draftForInsert({ ...hour, ...body }, where)
const file = { fileUrl: 'https://x.org/a.pdf', title: 'A' }

describe('a new event', () => {
  it('is confirmed, has the default type, and omits optional fields', () => {
    const plain = {
      ...hour,
      summary: '',
      description: '',
      transparency: 'opaque',
      visibility: 'default',
      guestsCanInviteOthers: true,
      guestsCanModify: false,
      guestsCanSeeOtherGuests: true,
      anyoneCanAddSelf: false,
      privateCopy: false,
      recurrence: [],
      attachments: [],
      extendedProperties: { private: {} },
      gadget: { title: 'Old' },
    }
    expect(draftForInsert(plain, context)).toMatchObject({
      content: { status: 'confirmed', eventType: 'default' },
      reminders: undefined,
      source: undefined,
    })
    expect(Object.keys(draftForInsert(plain, context).content)).toEqual(['status', 'eventType'])
  })

  it('keeps what differs from the default, in the order of the wire', () => {
    const said = {
      status: 'tentative',
      summary: 'Ünïcode 🎂\nline',
      location: 'Bern',
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
      transparency: 'transparent',
      visibility: 'confidential',
      anyoneCanAddSelf: true,
      guestsCanInviteOthers: false,
      guestsCanModify: true,
      guestsCanSeeOtherGuests: false,
      privateCopy: true,
      eventType: 'default',
    }
    const { content } = inserted(said)
    expect(content).toEqual(said)
    expect(Object.keys(content)).toEqual(Object.keys(said))
  })

  it.each<[Event, string, string]>([
    [{ status: 'done' }, 'invalid', 'status'],
    [{ visibility: 'hidden' }, 'invalid', 'visibility'],
    [{ transparency: 'glass' }, 'invalid', 'transparency'],
    [{ colorId: '12' }, 'invalid', 'Invalid color id.'],
    [{ colorId: 'toString' }, 'invalid', 'Invalid color id.'],
    [{ source: { url: 'ftp://x.org' } }, 'invalid', 'source'],
    [{ source: { url: 'https://' } }, 'invalid', 'source'],
    [{ attachments: [{ title: 'A' }] }, 'required', 'attachment'],
    [{ attachments: [{ fileUrl: 'javascript:alert(1)' }] }, 'invalid', 'attachment'],
    [{ attachments: Array(26).fill(file) }, 'invalid', '25'],
    [{ recurrence: ['DTSTART:20260501T090000Z'] }, 'invalid', 'Invalid recurrence rule.'],
    [
      { recurrence: ['RRULE:FREQ=DAILY;COUNT=2;UNTIL=20260601T000000Z'] },
      'invalid',
      'Invalid recurrence rule.',
    ],
  ])('is refused with %o', (body, reason, message) => {
    expectRefused(() => inserted(body), { reason, message })
  })
})
