import { expect, it } from 'vitest'
import type { Reader } from '#/storage/port.ts'
import { seriesModel } from '../recurrence/series-models.ts'
import type { View } from '../rendering/event-reply.ts'
import type { EventRow, Events } from '../store/events.ts'
import { InstanceTexts } from './in-window.ts'
import { instanceItems } from './instance-items.ts'

const startMs = Date.parse('2031-03-03T09:00:00Z')

const seriesNamed = (summary: string, internal = ''): EventRow =>
  ({
    calendarKey: 1,
    id: 'series',
    kind: 'series',
    presence: 'live',
    isAllDay: 0,
    startMs,
    endMs: Number.MAX_SAFE_INTEGER,
    zone: 'UTC',
    visibility: 'default',
    creatorId: 'ann',
    internal,
    wire: JSON.stringify({
      id: 'series',
      summary,
      start: { dateTime: '2031-03-03T09:00:00Z', timeZone: 'UTC' },
      end: { dateTime: '2031-03-03T10:00:00Z', timeZone: 'UTC' },
      recurrence: ['RRULE:FREQ=DAILY'],
    }),
  }) as EventRow

const viewOfAnn: View = {
  calendarId: 'ann@almanac.test',
  calendarZone: 'UTC',
  zone: 'UTC',
  role: 'owner',
  userId: 'ann',
  origin: 'https://almanac.test',
  maxAttendees: undefined,
}

const views: readonly View[] = [
  viewOfAnn,
  { ...viewOfAnn, zone: 'Asia/Tokyo' },
  { ...viewOfAnn, userId: 'ben' },
  { ...viewOfAnn, role: 'freeBusyReader' },
  { ...viewOfAnn, origin: 'https://other.test' },
]

it('instances are rendered for the view and the version of each call', async () => {
  const reminders = { ann: { useDefault: false, overrides: [] } }
  const versions = [seriesNamed('Old'), seriesNamed('New', JSON.stringify({ reminders }))]
  const events = { instancesOf: async () => [] } as unknown as Events
  const window = { fromMs: startMs, toMs: startMs + 3 * 86_400_000 }
  for (const view of [...views, ...views]) {
    for (const master of versions) {
      const model = seriesModel(master)
      const found = await instanceItems(
        { reader: {} as Reader, events, view, master, model },
        { window, originalStart: undefined, showDeleted: false, after: '', count: 10 },
      )
      const texts = new InstanceTexts(master, model, view)
      const expected = [0, 1, 2].map((day) => texts.textAt(startMs + day * 86_400_000))
      expect(found.map((item) => item.text())).toEqual(expected)
    }
  }
})
