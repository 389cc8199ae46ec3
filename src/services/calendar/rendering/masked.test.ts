import { expect, it } from 'vitest'
import { maskedEvent } from './presentation.ts'

const seen = {
  kind: 'calendar#event',
  etag: '"3000010000000007"',
  id: 'abcde_20260501',
  status: 'confirmed',
  start: { date: '2026-05-01' },
  end: { date: '2026-05-02' },
  recurrence: ['RRULE:FREQ=DAILY'],
  recurringEventId: 'abcde',
  originalStartTime: { date: '2026-05-01' },
  transparency: 'transparent',
  iCalUID: 'abcde@google.com',
  eventType: 'default',
}

it('masking keeps the busy time and the recurrence, and nothing else', () => {
  const hidden = {
    summary: 'Secret',
    description: 'Secret',
    location: 'Secret',
    htmlLink: 'https://x.org',
    creator: { email: 'ann@x.org' },
    organizer: { email: 'ann@x.org' },
    attendees: [{ email: 'bob@x.org' }],
    reminders: { useDefault: true },
    visibility: 'confidential',
  }
  expect(maskedEvent({ ...seen, ...hidden })).toEqual({
    ...seen,
    etag: '"4000010000000007"',
    visibility: 'private',
  })
})
