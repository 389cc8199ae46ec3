import { describe, expect, it } from 'vitest'
import type { Event } from '../schemas/event.ts'
import { queryWords, wordsOf } from './words.ts'

const finds = (query: string, event: Event) => {
  const words = wordsOf(event)
  return queryWords(query).every((needle) => words.includes(needle))
}

const event: Event = {
  summary: 'Crème BRÛLÉE, part 2',
  description: '<p>Bring <b>spoons</b>&nbsp;please</p> if a < b',
  location: 'Kitchen',
  organizer: { email: 'chef@x.org', displayName: 'The Chef' },
  attendees: [{ email: 'ann@x.org', displayName: 'Ann Lee' }],
  extendedProperties: { private: { secret: 'hidden' } },
}

describe('a query', () => {
  it.each([
    ['crème'],
    ['BRÛLÉE crème'],
    ['２'],
    ['spoons please'],
    ['b'],
    ['kitchen chef'],
    ['ann@x.org'],
    ['ann.x'],
    ['"part 2"'],
    ['lee "ann lee"'],
    [''],
    [' '],
    ['🎂 kitchen'],
  ])('for %j finds an event by whole words', (query) => {
    expect(finds(query, event)).toBe(true)
  })

  it.each([
    ['crem'],
    ['creme'],
    ['spoon'],
    ['"2 part"'],
    ['ann@y.org'],
    ['nbsp'],
    ['hidden'],
    ['kitchen missing'],
    ['...'],
    ['🎂'],
    ['""'],
  ])('for %j does not find it', (query) => {
    expect(finds(query, event)).toBe(false)
  })

  it.each([
    ['workingLocation', ['working location', 'Arbeitsort', 'werklocatie', '勤務場所']],
    ['outOfOffice', ['"out of office"', 'abwesend', 'ausente', 'nieobecność']],
    ['focusTime', ['focus time', 'Fokuszeit', 'concentration', '"tempo di concentrazione"']],
  ])('finds events of the type %s by what people call them', (eventType, queries) => {
    for (const query of queries) expect(finds(query, { eventType })).toBe(true)
    for (const query of queries) expect(finds(query, { eventType: 'default' })).toBe(false)
  })

  it('finds a working location by its place', () => {
    const workingLocationProperties = {
      type: 'officeLocation',
      officeLocation: { buildingId: 'b7', deskId: 'd-12', label: 'Harbour' },
    }
    expect(finds('harbour b7 d-12', { workingLocationProperties })).toBe(true)
  })

  it.each([
    ['officeLocation', ['Office', 'Bureau', 'büro']],
    ['homeOffice', ['home', 'Zuhause']],
  ])('finds a working location of the type %s by its names', (type, queries) => {
    const event = { eventType: 'workingLocation', workingLocationProperties: { type } }
    const elsewhere = { ...event, workingLocationProperties: { type: 'customLocation' } }
    for (const query of queries) expect(finds(query, event)).toBe(true)
    for (const query of queries) expect(finds(query, elsewhere)).toBe(false)
  })

  it('does not find events by the domain of calendar addresses', () => {
    const email = 'c_0123456789abcdef@group.calendar.google.com'
    const onOne = { summary: 'Lunch', organizer: { email, displayName: 'Garden' } }
    for (const query of ['group', 'calendar', 'com', 'c']) expect(finds(query, onOne)).toBe(false)
    expect(finds('garden lunch', onOne)).toBe(true)
  })

  it('has a bounded number of words', () => {
    const query = Array.from({ length: 1000 }, (_, index) => `w${index}`).join(' ')
    expect(queryWords(query)).toHaveLength(64)
  })
})

describe('the words of an event', () => {
  it('are separated by single spaces, and empty for an empty text', () => {
    expect(wordsOf({ summary: ' Lunch —  with\tAnn!' })).toBe(' lunch with ann ')
    expect(wordsOf({ summary: '...' })).toBe('')
  })

  it('have those of attendees behind a mark, where no phrase reaches across it', () => {
    const { attendees: _, ...others } = event
    const [before, behind] = wordsOf(event).split('|')
    expect(before).not.toMatch(/ann|lee/)
    expect(before).toBe(wordsOf(others))
    expect(behind).toBe(' ann lee ann x org ')
    expect(finds('"if a b ann"', event)).toBe(false)
  })

  it('keep the title and the attendees if the description is long', () => {
    const description = 'word '.repeat(100_000)
    const words = wordsOf({ ...event, description })
    expect(words.length).toBeLessThanOrEqual(32_001)
    expect(finds('brûlée ann@x.org word', { ...event, description })).toBe(true)
    const many = Array.from({ length: 5000 }, (_, at) => ({ email: `guest${at}@x.org` }))
    expect(wordsOf({ ...event, attendees: many }).length).toBeLessThanOrEqual(32_001)
    expect(finds('brûlée guest1', { ...event, attendees: many })).toBe(true)
  })

  it('are bounded, and read quickly with any content', () => {
    for (const filler of ['<', '<a', '&', 'a ', '"', 'ﷺ', 'x']) {
      const description = filler.repeat(1_000_000 / filler.length)
      const words = wordsOf({ summary: 'found', description })
      expect(words.startsWith(' found ')).toBe(true)
      expect(words.length).toBeLessThanOrEqual(32_001)
    }
  })
})
