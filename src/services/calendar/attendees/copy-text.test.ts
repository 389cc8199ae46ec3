import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Event } from '../schemas/event.ts'
import type { EventRow } from '../store/events.ts'
import { CopyText } from './copy-text.ts'
import { copiedEvent } from './shared-event.ts'

const emails = ['ann@example.com', 'bob@example.com', 'an@example.com']
const row = { isAllDay: 0, startMs: 0, endMs: 3_600_000, kind: 'single' } as EventRow
const time = (dateTime: string) => ({ dateTime, timeZone: 'UTC' })
const text = fc.oneof(
  fc.string(),
  fc.constantFrom('"etag":""', '{"email":"ann@example.com"}', '$&'),
)

it('spliced texts of copies equal those of copies rendered one by one', () => {
  const attendee = fc.record(
    { responseStatus: fc.constantFrom('needsAction', 'declined'), comment: text },
    { requiredKeys: ['responseStatus'] },
  )
  const attendees = fc.tuple(attendee, attendee, attendee)
  fc.assert(
    fc.property(text, attendees, (summary, responses) => {
      const original: Event = {
        kind: 'calendar#event',
        etag: '"1"',
        id: 'event',
        status: 'confirmed',
        created: '2026-01-01T00:00:00.000Z',
        updated: '2026-01-01T00:00:00.000Z',
        summary,
        creator: { email: 'boss@example.com', self: true },
        organizer: { email: 'boss@example.com', self: true },
        start: time('1970-01-01T00:00:00Z'),
        end: time('1970-01-01T01:00:00Z'),
        iCalUID: 'event@google.com',
        sequence: 0,
        attendees: emails.map((email, index) => ({ email, ...responses[index]! })),
        eventType: 'default',
      }
      const spliced = new CopyText(original, row, 'UTC')
      for (const guestId of [...emails, 'member@example.com']) {
        const copy = copiedEvent({ original, row, guestId, zone: 'UTC', isRoom: false })
        const stamps = { etag: '"2"', updated: '2026-01-02T00:00:00.000Z' }
        const plain = JSON.stringify({ ...copy, ...stamps })
        expect(spliced.textsFor(guestId).wireOf(stamps)).toBe(plain)
      }
    }),
  )
})
