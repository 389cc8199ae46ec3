import { describe, expect, it } from 'vitest'
import { ApiError } from '#/kernel/errors.ts'
import type { Contract } from '../operation.ts'
import {
  boolean,
  date,
  dateTime,
  int64,
  integer,
  number,
  oneOf,
  optional,
  repeated,
  type Schema,
  string,
  withDefault,
} from '../schema.ts'
import { decodeParams } from './decode.ts'

const anyCase = <T>(schema: Schema<T>): Schema<T> => ({ ...schema, anyCase: true })

const contract = {
  id: 'calendar.things.list',
  http: 'GET /calendars/{calendarId}/things/{number}',
  summary: 'Lists things.',
  params: {
    calendarId: string(),
    number: int64(),
    destination: string(),
    flag: optional(boolean()),
    maxResults: withDefault(100, integer({ minimum: 1, cap: 250 })),
    row: optional(integer({ minimum: 1, maximum: 5 })),
    ratio: optional(number()),
    orderBy: optional(oneOf('startTime', 'updated')),
    projection: optional(anyCase(oneOf('FULL', 'LITE'))),
    timeMin: optional(dateTime()),
    day: optional(date()),
    q: optional(string({ lengthMax: 5 })),
    code: optional(string({ pattern: '^[a-z]+$' })),
    eventTypes: repeated(oneOf('default', 'focusTime')),
    few: { ...repeated(string()), itemsMax: 3 },
  },
  scopes: [],
  cost: 1,
} satisfies Contract

const path = { calendarId: 'c', number: '7' }
const base = { calendarId: 'c', number: '7', destination: 'd', maxResults: 100 }

function decode(query: string, pathGiven: Record<string, string> = path) {
  const params = new URLSearchParams(`destination=d&${query}`)
  return decodeParams(contract, pathGiven, {
    get: (name) => params.get(name) ?? undefined,
    getAll: (name) => params.getAll(name),
  })
}

const accepted: [query: string, decoded: object][] = [
  ['', {}],
  ['unknown=1&unknown=2', {}],
  ['flag=TRUE', { flag: true }],
  ['flag=0', { flag: false }],
  ['flag=', {}],
  ['flag=&flag=1', { flag: true }],
  ['maxResults=9999', { maxResults: 250 }],
  ['maxResults=99999999999999999999', { maxResults: 250 }],
  ['maxResults=7', { maxResults: 7 }],
  ['row=5', { row: 5 }],
  ['ratio=-1.5', { ratio: -1.5 }],
  ['orderBy=updated', { orderBy: 'updated' }],
  ['projection=lite', { projection: 'LITE' }],
  ['timeMin=2024-01-01T00:00:00Z', { timeMin: '2024-01-01T00:00:00Z' }],
  ['timeMin=2024-01-01T00:00:00+01:00', { timeMin: '2024-01-01T00:00:00+01:00' }],
  ['timeMin=2024-01-01T00:00:00%2B0100', { timeMin: '2024-01-01T00:00:00+0100' }],
  ['day=2024-02-29', { day: '2024-02-29' }],
  ['q=%F0%9F%98%80abcd', { q: '😀abcd' }],
  ['eventTypes=default', { eventTypes: ['default'] }],
  ['eventTypes=default&eventTypes=focusTime', { eventTypes: ['default', 'focusTime'] }],
  ['eventTypes=', {}],
]

const refused: [query: string, parameter: string, message: RegExp][] = [
  ['flag=yes', 'flag', /true or false/],
  ['flag=constructor', 'flag', /true or false/],
  ['maxResults=0', 'maxResults', /within the range: \[1, /],
  ['maxResults=ten', 'maxResults', /whole number/],
  ['maxResults=1.0', 'maxResults', /whole number/],
  ['maxResults=0x10', 'maxResults', /whole number/],
  ['maxResults=5&maxResults=5', 'maxResults', /only once/],
  ['row=6', 'row', /within the range: \[1, 5\]/],
  ['ratio=NaN', 'ratio', /number/],
  ['orderBy=starttime', 'orderBy', /allowed values are startTime, updated/],
  ['day=2023-02-29', 'day', /2030-01-31/],
  ['q=abcdef', 'q', /longer than 5/],
  ['q=a%00b', 'q', /NUL/],
  ['code=A1', 'code', /\^\[a-z\]\+\$/],
  ['eventTypes=default,focusTime', 'eventTypes', /allowed values/],
]

function refusalOf(act: () => unknown): ApiError {
  try {
    act()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('decodeParams', () => {
  it.each(accepted)('accepts the query "%s"', (query, decoded) => {
    expect(decode(query)).toEqual({ ...base, ...decoded })
  })

  it.each(refused)('rejects the query "%s"', (query, parameter, message) => {
    const error = refusalOf(() => decode(query))
    expect(error.status).toBe(400)
    expect(error.refusals[0]).toMatchObject({
      reason: 'invalidParameter',
      locationType: 'parameter',
      location: parameter,
    })
    expect(error.message).toMatch(message)
  })

  it('accepts a repeated parameter up to the limit of its items, and rejects one more', () => {
    const few = (count: number) => 'few=x&'.repeat(count)
    expect(decode(few(3))).toMatchObject({ few: ['x', 'x', 'x'] })
    expect(refusalOf(() => decode(few(4))).message).toMatch(/3 times at most/)
  })

  it.each(['2024-01-01T00:00:00', '2024-01-01', 'tomorrow'])('refuses the time %s', (text) => {
    const error = refusalOf(() => decode(`timeMin=${text}`))
    expect(error.refusals).toEqual([
      { domain: 'global', reason: 'badRequest', message: 'Bad Request' },
    ])
  })

  it('names a parameter that is missing', () => {
    const noQuery = { get: () => undefined, getAll: () => [] }
    const error = refusalOf(() => decodeParams(contract, path, noQuery))
    expect(error.refusals[0]).toMatchObject({ reason: 'required', location: 'destination' })
  })

  it('does not read a path parameter from the query', () => {
    const error = refusalOf(() => decode('calendarId=c', { number: '7' }))
    expect(error.refusals[0]).toMatchObject({ reason: 'required', location: 'calendarId' })
  })

  it('validates the format of path parameters', () => {
    expect(decode('', { calendarId: 'c', number: '0007' })).toEqual(base)
    const error = refusalOf(() => decode('', { calendarId: 'c', number: '7.0' }))
    expect(error.refusals[0]).toMatchObject({ reason: 'invalidParameter', location: 'number' })
  })
})
