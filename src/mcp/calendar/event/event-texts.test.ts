import { describe, expect, it } from 'vitest'
import type { Event, Events } from '#/services/calendar/schemas/event.ts'
import type { AnswerText } from '../../tool.ts'
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

/** A list whose items are one text. */
const listOf = ({ items = [], ...members }: { readonly items?: readonly Event[] }) => ({
  members,
  items: JSON.stringify(items).slice(1, -1),
})
const misleading = ',"items":[{"kind":"calendar#event",'

describe('a page of events', () => {
  const caller = { callerEmail: 'ben@example.com' }

  it.each<[string, Events & { readonly items: readonly Event[] }]>([
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
    ['events of another form', { ...list, items: [{ id: 'a' }, { id: 'b' }] }],
  ])('has the views of its events, with %s', (_, page) => {
    const { items, nextPageToken } = page
    for (const zone of [undefined, 'Asia/Tokyo']) {
      const shown = { ...caller, zone: zone ?? list.timeZone, isInList: true }
      const expected = {
        timeZone: shown.zone,
        events: items.map((item) => eventView(item, shown)),
        nextPageToken,
      }
      // The second answer is a cached one.
      for (let time = 0; time < 2; time++) {
        const answer = eventsAnswer(listOf(page), { ...caller, zone })
        expect(answer.text).toBe(JSON.stringify(expected))
        expect(escapedText(answer)).toBe(JSON.stringify(answer.text))
      }
    }
  })
})

const escapedText = ({ encoded, quoted }: AnswerText): string =>
  encoded === undefined ? quoted : `"${Buffer.concat(encoded.escapedPieces).toString()}"`

describe('a page in pieces', () => {
  const events = ['a', 'b', 'c', 'd'].map((id) =>
    event(id, { summary: `Ä ${id}`, description: `]}${misleading}` }),
  )
  // Pages are slices of the same bytes, in which every event has a comma after it.
  const bytes = Buffer.from(events.map((one) => `${JSON.stringify(one)},`).join(''))
  const block = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(block)
  const ends = events.map((_, index) =>
    Buffer.byteLength(
      events
        .slice(0, index + 1)
        .map((one) => `${JSON.stringify(one)},`)
        .join(''),
    ),
  )
  const slice = (from: number, to: number) =>
    block.subarray(from === 0 ? 0 : ends[from - 1]!, ends[to - 1]!)
  const personal = event('e', { summary: 'Mine' })
  const personalPiece = Buffer.from(`${JSON.stringify(personal)},`)

  it.each<[string, Buffer[], Event[]]>([
    ['the middle', [slice(1, 3)], events.slice(1, 3)],
    ['all, of which some are known', [slice(0, 4)], events],
    ['two slices', [slice(0, 1), slice(2, 4)], [events[0]!, ...events.slice(2)]],
    ['a single one', [slice(3, 4)], events.slice(3)],
    [
      'one of the caller between slices',
      [slice(0, 2), personalPiece, slice(2, 3)],
      [...events.slice(0, 2), personal, events[2]!],
    ],
    ['no event', [], []],
  ])('has the same answer as its text, with %s', (_, slices, shown) => {
    const pieces = slices.map((one, index) =>
      index === slices.length - 1 ? one.subarray(0, -1) : one,
    )
    for (const callerEmail of ['ben@example.com', 'ann@example.com']) {
      const whole = listOf({ ...list, items: shown })
      const answer = eventsAnswer({ members: list, items: pieces }, { callerEmail })
      expect(answer.encoded).toBeDefined()
      expect(answer.text).toBe(eventsAnswer(whole, { callerEmail }).text)
      expect(escapedText(answer)).toBe(JSON.stringify(answer.text))
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
