import { describe, expect, it } from 'vitest'
import type { Patch } from '#/contract/schema.ts'
import {
  eventContext,
  expectRefused,
  hour,
  labelId,
  stored,
} from '../../../../tests/support/event-drafts.ts'
import type { Event } from '../schemas/event.ts'
import { draftForInsert, draftForPatch, draftForUpdate } from './event-draft.ts'

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

const withoutFiles = eventContext({ reading: { supportsAttachments: false } })

const patched = (body: Event, patch: Patch<Event>, where = context) =>
  draftForPatch(stored(inserted(body)), patch, where)

describe('attachments and sources', () => {
  it('are stored, without the id that the server gives to files', () => {
    const { content, source } = inserted({
      attachments: [{ ...file, fileId: '7', mimeType: '' }],
      source: { url: 'https://x.org', title: 'X' },
    })
    expect(content.attachments).toEqual([file])
    expect(source).toEqual({ url: 'https://x.org', title: 'X' })
  })

  it('attachments are ignored unless the caller supports them', () => {
    expect(inserted({ attachments: [file] }, withoutFiles).content).not.toHaveProperty(
      'attachments',
    )
    const current = stored(inserted({ attachments: [file] }))
    for (const { content } of [
      draftForPatch(current, { attachments: null }, withoutFiles),
      draftForUpdate(current, hour, withoutFiles),
    ]) {
      expect(content.attachments).toEqual([file])
    }
    expect(draftForUpdate(current, hour, context).content).not.toHaveProperty('attachments')
  })

  it('a source is merged with a patch and cleared by a null', () => {
    const body = { source: { url: 'https://x.org', title: 'X' } }
    expect(patched(body, { source: { title: 'Y' } }).source).toEqual({
      url: 'https://x.org',
      title: 'Y',
    })
    expect(patched(body, { source: null }).source).toBeUndefined()
  })
})

const labelled = eventContext({ reading: { eventLabelVersion: 1 } })

describe('colors and labels', () => {
  it('are written by different calls, and the other stays', () => {
    const colored = stored(inserted({ colorId: '11', eventLabelId: labelId }))
    expect(colored.event).toMatchObject({ colorId: '11' })
    expect(colored.event).not.toHaveProperty('eventLabelId')
    const both = draftForPatch(colored, { colorId: '2', eventLabelId: labelId }, labelled)
    expect(both.content).toMatchObject({ colorId: '11', eventLabelId: labelId })
    const replaced = draftForUpdate(stored(both), hour, context)
    expect(replaced.content).not.toHaveProperty('colorId')
    expect(replaced.content.eventLabelId).toBe(labelId)
  })

  it('are removed by what is empty, and a label by a replacement without one', () => {
    const current = stored(inserted({ eventLabelId: labelId }, labelled))
    expect(draftForUpdate(current, hour, labelled).content).not.toHaveProperty('eventLabelId')
    for (const eventLabelId of ['', null]) {
      const { content } = draftForPatch(current, { eventLabelId }, labelled)
      expect(content).not.toHaveProperty('eventLabelId')
    }
    expect(patched({ colorId: '3' }, { colorId: null }).content).not.toHaveProperty('colorId')
  })

  it('are refused if the calendar has no such label, unless the event has it already', () => {
    const unknown = { eventLabelId: '00000000-0000-4000-8000-000000000009' }
    expectRefused(() => inserted(unknown, labelled), { reason: 'invalid', message: 'label' })
    const current = stored(inserted({ eventLabelId: labelId }, labelled))
    const bare = eventContext({
      reading: { eventLabelVersion: 1 },
      calendar: { labelIds: new Set() },
    })
    expect(draftForPatch(current, { summary: 'x' }, bare).content.eventLabelId).toBe(labelId)
  })
})
