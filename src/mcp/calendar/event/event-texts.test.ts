import { describe, expect, it } from 'vitest'
import type { Event } from '#/services/calendar/schemas/event.ts'
import { eventAnswer, eventsAnswer } from './event-texts.ts'
import { eventView } from './event-view.ts'

const event = (id: string, others: object = {}): Event => ({
  kind: 'calendar#event',
  id,
  start: { date: '2026-11-18' },
  end: { date: '2026-11-19' },
  creator: { email: 'ann@example.com' },
  ...others,
})

const list = { kind: 'calendar#events', timeZone: 'Europe/Berlin' }
const misleading = ',"items":[{"kind":"calendar#event",'

describe('a page of events', () => {
  const caller = { callerEmail: 'ben@example.com' }

  it.each<[string, object]>([
    ['no event', { ...list, items: [] }],
    ['some events', { ...list, items: [event('a'), event('b')] }],
    ['another page', { ...list, nextPageToken: '"x"', items: [event('a')] }],
    [
      'texts that look like events',
      {
        ...list,
        summary: misleading,
        items: [event('a', { summary: misleading, description: `]}${misleading}` }), event('"\\')],
      },
    ],
    ['events in another order', { items: [{ id: 'a' }, { id: 'b' }], ...list }],
    ['no items', list],
  ])('has the views of its events, with %s', (_, response) => {
    const { items = [], nextPageToken } = response as { items?: Event[]; nextPageToken?: string }
    for (const zone of [undefined, 'Asia/Tokyo']) {
      const shown = { ...caller, zone: zone ?? list.timeZone, isInList: true }
      const expected = {
        timeZone: shown.zone,
        events: items.map((item) => eventView(item, shown)),
        nextPageToken,
      }
      // The second answer is a cached one.
      for (let time = 0; time < 2; time++) {
        const { text, encoded } = eventsAnswer(JSON.stringify(response), { ...caller, zone })
        expect(text).toBe(JSON.stringify(expected))
        const escaped = Buffer.concat(encoded!.escapedPieces).toString()
        expect(`"${escaped}"`).toBe(JSON.stringify(text))
      }
    }
  })
})

it('the view of an event is not that of another caller, zone or version', () => {
  const lunch = event('a', { summary: 'Lunch', description: 'x'.repeat(1000) })
  for (const version of [lunch, { ...lunch, description: `${lunch.description}y` }])
    requireViews(JSON.stringify(version))
})

function requireViews(text: string): void {
  for (const options of [
    { callerEmail: 'ann@example.com' },
    { callerEmail: 'ben@example.com' },
    { callerEmail: 'ann@example.com', zone: 'Asia/Tokyo' },
  ]) {
    const expected = JSON.stringify(eventView(JSON.parse(text) as Event, options))
    const answer = eventAnswer(text, options)
    expect([answer.text, answer.quoted]).toEqual([expected, JSON.stringify(expected)])
  }
}
