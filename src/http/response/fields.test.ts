import { describe, expect, it } from 'vitest'
import {
  any,
  array,
  boolean,
  integer,
  map,
  object,
  type Schema,
  string,
} from '#/contract/schema.ts'
import { ApiError } from '#/kernel/errors.ts'
import { costRatio } from '../../../tests/support/growth.ts'
import { applyFields, compileFields, fieldsDepthMax, fieldsLengthMax } from './fields.ts'

const When = object('When', { date: string(), dateTime: string(), timeZone: string() })

const Event = object('Event', {
  id: string(),
  summary: string(),
  start: When,
  end: When,
  recurrence: array(string()),
  attendees: array(object('Attendee', { email: string(), optional: boolean() })),
  extendedProperties: object(undefined, { private: map(string()), shared: map(string()) }),
  detail: any(),
})

const Events = object('Events', {
  kind: string(),
  nextPageToken: string(),
  total: integer(),
  items: array(Event),
  calendars: map(object('Busy', { busy: array(When), errors: array(any()) })),
})

const event = {
  id: 'a',
  summary: 'Lunch',
  start: { dateTime: '09:00', timeZone: 'UTC' },
  end: { date: '2026-05-01' },
  recurrence: ['RRULE:FREQ=DAILY'],
  attendees: [{ email: 'a@x', optional: true }, { email: 'b@x' }],
  extendedProperties: { private: { one: '1', two: '2' } },
  detail: { deep: [{ x: 1, y: 2 }] },
}

const events = {
  kind: 'calendar#events',
  total: 2,
  items: [event, { id: 'b' }],
  calendars: { 'a@x': { busy: [{ date: 'd' }], errors: [] }, 'b@x': { errors: [{ reason: 'r' }] } },
}

const select = (text: string, value: unknown = events) =>
  applyFields(compileFields(text, Events), value)

const refusalOf = (text: string, schema: Schema = Events) => {
  try {
    compileFields(text, schema)
    return 'accepted'
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).status).toBe(400)
    expect((error as ApiError).refusals).toMatchObject([
      { reason: 'invalidParameter', locationType: 'parameter', location: 'fields' },
    ])
    return (error as ApiError).message
  }
}

describe('a field selection', () => {
  it.each<[text: string, kept: unknown]>([
    ['kind', { kind: 'calendar#events' }],
    ['total,kind', { kind: 'calendar#events', total: 2 }],
    ['items(id)', { items: [{ id: 'a' }, { id: 'b' }] }],
    ['items/id', { items: [{ id: 'a' }, { id: 'b' }] }],
    ['items/start/timeZone', { items: [{ start: { timeZone: 'UTC' } }, {}] }],
    ['items(start(date))', { items: [{ start: {} }, {}] }],
    [
      'nextPageToken,items(id,attendees(email))',
      { items: [{ id: 'a', attendees: [{ email: 'a@x' }, { email: 'b@x' }] }, { id: 'b' }] },
    ],
    [
      'items/attendees(email,optional),kind',
      { kind: 'calendar#events', items: [{ attendees: event.attendees }, {}] },
    ],
    ['items(id,end/date)', { items: [{ id: 'a', end: { date: '2026-05-01' } }, { id: 'b' }] }],
    ['items/recurrence', { items: [{ recurrence: ['RRULE:FREQ=DAILY'] }, {}] }],
  ])('%s keeps what it names', (text, kept) => {
    expect(select(text)).toEqual(kept)
  })

  it.each<[text: string, kept: unknown]>([
    ['*', events],
    ['calendars/*/busy', { calendars: { 'a@x': { busy: [{ date: 'd' }] }, 'b@x': {} } }],
    ['calendars/a@x/busy', { calendars: { 'a@x': { busy: [{ date: 'd' }] } } }],
    ['calendars/*/busy/*', { calendars: { 'a@x': { busy: [{ date: 'd' }] }, 'b@x': {} } }],
    [
      'items/extendedProperties/private/*',
      { items: [{ extendedProperties: { private: { one: '1', two: '2' } } }, {}] },
    ],
    [
      'items/extendedProperties/*/two',
      { items: [{ extendedProperties: { private: { two: '2' } } }, {}] },
    ],
    ['*/id', { items: [{ id: 'a' }, { id: 'b' }], calendars: {} }],
    ['items/extendedProperties/*(two)', select('items/extendedProperties/*/two')],
    ['items/detail/deep(x)', { items: [{ detail: { deep: [{ x: 1 }] } }, {}] }],
  ])('%s follows the wildcard, map keys and free-form members', (text, kept) => {
    expect(select(text)).toEqual(kept)
  })

  it('drops plain members if a wildcard asks for something inside of them', () => {
    const value = { id: 'a', recurrence: ['x'], start: { date: 'd', timeZone: 'z' }, end: {} }
    const mask = compileFields('*(date)', Event)
    expect(applyFields(mask, value)).toEqual({ recurrence: [], start: { date: 'd' }, end: {} })
    expect(applyFields(compileFields('*/date', Event), value)).toEqual(applyFields(mask, value))
  })

  it('unites selectors that overlap', () => {
    const united = select('items(start(date,timeZone))')
    expect(select('items(start(date)),items(start/timeZone)')).toEqual(united)
    expect(select('items/start/date,items/start/timeZone')).toEqual(united)
    expect(select('items,items(id)')).toEqual(select('items'))
    expect(select('items(id),items')).toEqual(select('items'))
  })

  it('unites a wildcard with the names beside it', () => {
    const value = { start: { date: 'd', timeZone: 'z' }, end: { date: 'd', timeZone: 'z' } }
    const both = { start: { date: 'd', timeZone: 'z' }, end: { date: 'd' } }
    expect(applyFields(compileFields('*/date,start/timeZone', Event), value)).toEqual(both)
    expect(applyFields(compileFields('start,*/date', Event), value)).toEqual(both)
  })

  it('tolerates blanks around names', () => {
    const text = ' kind , items ( id , start / timeZone ) \n'
    expect(select(text)).toEqual(select('kind,items(id,start/timeZone)'))
    expect(select('items( start( date ) ) , kind')).toEqual(select('items(start(date)),kind'))
  })

  it('keeps nothing when it is empty', () => {
    expect(select('')).toEqual({})
    expect(select(' \t')).toEqual({})
  })

  it('keeps an empty list', () => {
    expect(select('items(id)', { items: [], kind: 'k' })).toEqual({ items: [] })
  })

  it('leaves a missing value missing', () => {
    expect(applyFields(compileFields('kind', Events), undefined)).toBeUndefined()
  })

  it('keeps the order of the reply, not of the selection', () => {
    expect(JSON.stringify(select('total,kind'))).toBe('{"kind":"calendar#events","total":2}')
  })

  it('changes nothing in the value it is applied to', () => {
    const before = structuredClone(events)
    select('items(id,start(date)),calendars/*/busy')
    expect(events).toEqual(before)
  })

  it('accepts every name if no schema is known', () => {
    expect(applyFields(compileFields('a/b(c,*/d)', undefined), { a: { b: { c: 1 } } })).toEqual({
      a: { b: { c: 1 } },
    })
  })

  it.each<[text: string, piece: string]>([
    ['nosuch', 'nosuch'],
    ['items(nosuch)', 'nosuch'],
    ['items/start/nosuch', 'nosuch'],
    ['kind/x', 'x'],
    ['kind(x)', 'x'],
    ['kind/*', '*'],
    ['items/recurrence/x', 'x'],
    ['items/start/*/x', 'x'],
    ['items,items(nosuch)', 'nosuch'],
    ['constructor', 'constructor'],
    ['__proto__', '__proto__'],
    ['items/__proto__/x', '__proto__'],
    ['kin*', 'kin*'],
    ['calendars/a*', 'a*'],
    ['kind total', 'kind total'],
    ['kind,,total', ',total'],
    [',kind', ',kind'],
    ['kind,', 'kind,'],
    ['kind, ', 'kind,'],
    ['items()', ')'],
    ['items(id,)', ')'],
    ['items(id', 'items(id'],
    ['items(id))', ')'],
    ['items(id)start', 'start'],
    ['items(id)/start', '/start'],
    ['items(id)(start)', '(start)'],
    ['(kind)', '(kind)'],
    ['/kind', '/kind'],
    ['kind/', 'kind/'],
    ['items//id', '/id'],
    ['items/(id)', '(id)'],
    [')', ')'],
    ['/', '/'],
  ])('%s is refused, and the refusal names the offending piece', (text, piece) => {
    expect(refusalOf(text)).toBe(`Invalid field selection ${piece}`)
  })

  it('behind a wildcard needs a name that at least one member knows', () => {
    const Span = object('Span', {
      id: string(),
      start: When,
      place: object('Place', { name: string() }),
    })
    expect(refusalOf('*/date,*(name)', Span)).toBe('accepted')
    expect(refusalOf('*/nosuch', Span)).toBe('Invalid field selection nosuch')
    expect(refusalOf('*/date/x', Span)).toBe('Invalid field selection x')
  })

  it('shows no more than the beginning of a long piece', () => {
    const message = refusalOf(`${'x'.repeat(63)}😀`)
    expect(message.length).toBeLessThan(100)
    expect(message.isWellFormed()).toBe(true)
  })

  it('is bounded in length and depth', () => {
    expect(refusalOf('kind'.padEnd(fieldsLengthMax))).toBe('accepted')
    expect(refusalOf('kind'.padEnd(fieldsLengthMax + 1))).toMatch(/^Invalid field selection kind/)

    const path = (depth: number) => Array.from({ length: depth }, () => 'a').join('/')
    const nested = (depth: number) => `${'a('.repeat(depth - 1)}a${')'.repeat(depth - 1)}`
    for (const spelled of [path, nested]) {
      expect(refusalOf(spelled(fieldsDepthMax), any())).toBe('accepted')
      expect(refusalOf(spelled(fieldsDepthMax + 1), any())).toBe('Invalid field selection a')
    }
    expect(refusalOf('a('.repeat(8000), any())).toBe('Invalid field selection a')
  })

  it('treats members that every object has like any other name', () => {
    const value = JSON.parse('{"__proto__":{"a":1,"b":2},"constructor":{"a":1}}')
    const kept = applyFields(compileFields('__proto__/a,toString', any()), value)
    expect(JSON.stringify(kept)).toBe('{"__proto__":{"a":1}}')
    expect(Object.getPrototypeOf(kept)).toBe(Object.prototype)
    expect(JSON.stringify(applyFields(compileFields('*/b', any()), value))).toBe(
      '{"__proto__":{"b":2},"constructor":{}}',
    )
  })

  it('does not grow exponentially where wildcards and names cross at every level', async () => {
    const maskCrossing = (depth: number) => {
      const paths = Array.from({ length: depth }, (_, own) =>
        Array.from({ length: depth }, (_, level) => (level === own ? 'a' : '*')).join('/'),
      )
      let value: unknown = 1
      for (let level = 0; level < depth; level += 1) value = { a: value }
      expect(applyFields(compileFields(paths.join(','), any()), value)).toEqual(value)
    }
    const ratio = await costRatio({ small: () => maskCrossing(9), large: () => maskCrossing(18) })
    expect(ratio).toBeLessThan(100)
  })
})
