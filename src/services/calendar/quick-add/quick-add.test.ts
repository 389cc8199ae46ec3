import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../../../tests/support/any-text.ts'
import { phraseGroups } from '../../../../tests/support/quick-add-phrases.ts'
import { readQuickAdd } from './quick-add.ts'

/** A Wednesday. */
const now = Temporal.ZonedDateTime.from('2026-05-27T10:15:42[Europe/Berlin]')

async function read(text: string) {
  const { start, end, ...rest } = await readQuickAdd(text, { now, lengthMinutes: 60 })
  return { when: `${start}/${end}`, ...rest }
}

const today = (start: string, end: string) => `2026-05-27T${start}:00/2026-05-27T${end}:00`

const tomorrow = (start: string, end: string) => `2026-05-28T${start}:00/2026-05-28T${end}:00`

const rightNow = today('10:15', '11:15')

describe('a sentence', () => {
  it.each([
    [
      'Dinner with Sam 7pm tomorrow',
      { summary: 'Dinner with Sam', when: tomorrow('19:00', '20:00') },
    ],
    ['Coffee 11am Friday', { summary: 'Coffee', when: '2026-05-29T11:00:00/2026-05-29T12:00:00' }],
    [
      "Lunch at Mario's 12:30pm",
      { summary: 'Lunch', location: "Mario's", when: today('12:30', '13:30') },
    ],
    [
      'Appointment at Somewhere on June 3rd 10am-10:25am',
      {
        summary: 'Appointment',
        location: 'Somewhere',
        when: '2026-06-03T10:00:00/2026-06-03T10:25:00',
      },
    ],
    ['Holiday June 3', { summary: 'Holiday', when: '2026-06-03/2026-06-04' }],
    ['Trip June 3-5', { summary: 'Trip', when: '2026-06-03/2026-06-06' }],
    [
      'Standup every weekday 9am',
      {
        summary: 'Standup',
        when: tomorrow('09:00', '10:00'),
        recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
      },
    ],
    ['Review 8am', { summary: 'Review', when: tomorrow('08:00', '09:00') }],
    ['Call mom', { summary: 'Call mom', when: rightNow }],
  ])('gives what, when and where: %s', async (text, expected) => {
    expect(await read(text)).toEqual(expected)
  })
})

describe('who', () => {
  it.each([
    ['Lunch with a@x.com 1pm', ['a@x.com'], 'Lunch'],
    ['Lunch with a@x.com, b@y.com and c@z.com 1pm', ['a@x.com', 'b@y.com', 'c@z.com'], 'Lunch'],
    ['Lunch 1pm with a@x.com, and b@y.com.', ['a@x.com', 'b@y.com'], 'Lunch'],
    ['Lunch with a@x.com, A@x.com 1pm', ['A@x.com'], 'Lunch'],
    ['Lunch with Sam 1pm', undefined, 'Lunch with Sam'],
    ['Write to a3pm@x.com 1pm', undefined, 'Write to a3pm@x.com'],
    ['Lunch with bob@home 1pm', undefined, 'Lunch with bob@home'],
  ])(
    'is the addresses after "with", and names stay in the title: %s',
    async (text, attendees, summary) => {
      const event = await read(text)
      expect(event).toEqual({
        summary,
        when: today('13:00', '14:00'),
        ...(attendees && { attendees }),
      })
    },
  )
})

describe('where', () => {
  it.each([
    ["Lunch @ Mario's 1pm", "Mario's", 'Lunch'],
    ["Lunch @Mario's 1pm", "Mario's", 'Lunch'],
    ["Lunch 1pm at Mario's", "Mario's", 'Lunch'],
    ['Lunch at 1pm at 5 Guys', '5 Guys', 'Lunch'],
    ['Retreat in New York 1pm', 'New York', 'Retreat'],
    ['Review in Room 5, at 1pm', 'Room 5', 'Review'],
    ['Dinner 1pm at 東京', '東京', 'Dinner'],
    ["Lunch at Mario's in Rome 1pm", "Mario's in Rome", 'Lunch'],
    ["Lunch in Rome at Mario's 1pm", "Mario's", 'Lunch in Rome'],
    ["Lunch at Mario's with Sam 1pm", "Mario's", 'Lunch with Sam'],
    ["Lunch at Mario's for Anna 1pm", "Mario's", 'Lunch for Anna'],
  ])('is what follows "at", "@" or else "in": %s', async (text, location, summary) => {
    expect(await read(text)).toEqual({ summary, location, when: today('13:00', '14:00') })
  })

  it.each(['Check in', 'In the Heights', 'Invite at least nine', 'Meet in person', 'Trip in June'])(
    'is not read from %s',
    async (summary) => {
      expect(await read(`${summary} 1pm`)).toEqual({ summary, when: today('13:00', '14:00') })
    },
  )
})

describe('what', () => {
  it.each([
    ['  Dinner   tomorrow  ', 'Dinner'],
    ['Dinner on Friday at 7pm', 'Dinner'],
    ['on Friday from 3pm to 4pm dinner', 'dinner'],
    ['Dinner tomorrow, 7pm, with Sam', 'Dinner with Sam'],
    ['Dinner (tomorrow) 7pm!', 'Dinner'],
    ['Report by Friday', 'Report'],
    ['McDonald IBM call tomorrow', 'McDonald IBM call'],
    ['"Friday  at 7" reading tomorrow', '"Friday  at 7" reading'],
    ['Read https://x.com/2026/07/12 tomorrow', 'Read https://x.com/2026/07/12'],
    ['Morning run tomorrow', 'Morning run'],
    ['Weekend trip tomorrow', 'Weekend trip'],
    ['Sun block shopping tomorrow', 'Sun block shopping'],
    ['Coffee with April tomorrow', 'Coffee with April'],
    ['24/7 support tomorrow', '24/7 support'],
    ['tomorrow 7pm', 'tomorrow 7pm'],
    ['7pm', '7pm'],
    ['!', '!'],
  ])('is the rest of the words, or all when nothing is left: %s', async (text, summary) => {
    expect((await read(text)).summary).toBe(summary)
  })
})

describe('a time or weekday that begins the title', () => {
  it.each([
    ['Midnight mass 11pm', 'Midnight mass', '2026-05-27T23:00:00/2026-05-28T00:00:00'],
    ['Midnight snack at midnight', 'Midnight snack', tomorrow('00:00', '01:00')],
    ['Noon prayer at 1pm', 'Noon prayer', today('13:00', '14:00')],
    ['Sunday roast Saturday 6pm', 'Sunday roast', '2026-05-30T18:00:00/2026-05-30T19:00:00'],
    ['Friday drinks on Thursday', 'Friday drinks', '2026-05-28/2026-05-29'],
  ])('belongs to it if another one follows: %s', async (text, summary, when) => {
    expect(await read(text)).toEqual({ summary, when })
  })

  it.each([
    ['Noon lunch', 'lunch', today('12:00', '13:00')],
    ['Midnight - 2am party', 'party', '2026-05-28T00:00:00/2026-05-28T02:00:00'],
    ['Friday dinner at 7pm', 'dinner', '2026-05-29T19:00:00/2026-05-29T20:00:00'],
    ['Friday trip until Sunday', 'trip', '2026-05-29/2026-06-01'],
  ])('is when the event is if no other follows: %s', async (text, summary, when) => {
    expect(await read(text)).toEqual({ summary, when })
  })
})

describe('any text', () => {
  it('longer than the searched part keeps all its words and gives its dates', async () => {
    const text = `Dinner with a@x.com at Mario's 7pm ${'and on '.repeat(1000)}end`
    expect(await read(text)).toEqual({ summary: text, when: today('19:00', '20:00') })
  })

  const parts = [
    '-',
    ' ',
    'a@',
    '3 days ',
    'every mon, ',
    '2pm-',
    'at ',
    'june 3 to ',
    '"',
    '(',
    '🎉',
  ]
  const laterParts = ['mon ', 'the 1st to ', '1/1-', '10-', '0900 ', '3pm PST - ', 'at half past ']
  it.each([...parts, ...laterParts])('of many times %o is an event', async (part) => {
    const text = `x${part.repeat(20_000)}x`
    expect((await read(text)).summary).toBe(text)
    const short = `x ${part.repeat(1000).slice(0, 990)} x`
    expect((await read(short)).summary).not.toBe('')
  })

  const words = fc.constantFrom(
    ...'every each other 2nd last first day week month year Monday and Friday , - to until for from at in with June 3 5 31 Feb 29 2026 2026-07-12 7/12 99 0 7pm 25:00 19:00 noon midnight tonight tomorrow morning this next a week after times minutes hours 1.5 half an a@x.com @ " ( yearly daily weekdays the of 999 years'.split(
      ' ',
    ),
  )
  const texts = fc.oneof(
    fc.array(words, { maxLength: 12 }).map((list) => list.join(' ')),
    anyText({ maxLength: 1200 }),
  )
  const moments = fc
    .integer({ min: 0, max: 50_000_000 })
    .map((minutes) =>
      Temporal.ZonedDateTime.from('1980-01-01T00:00[Europe/Berlin]').add({ minutes }),
    )

  it('returns a title, and ends after it starts', async () => {
    await fc.assert(
      fc.asyncProperty(texts, moments, async (text, moment) => {
        const event = await readQuickAdd(text, { now: moment, lengthMinutes: 30 })
        expect(event.summary.trim() === '').toBe(text.trim() === '')
        expect(event.start.constructor).toBe(event.end.constructor)
        expect(Temporal.PlainDateTime.compare(event.start, event.end)).toBe(-1)
        for (const line of event.recurrence ?? [])
          expect(line).toMatch(/^RRULE:FREQ=[A-Z0-9=;,-]+$/)
      }),
      { numRuns: 500 },
    )
  })
})

describe.each(phraseGroups)('at $now', ({ now: moment, cases }) => {
  const now = Temporal.ZonedDateTime.from(moment)

  it.each(cases)('"$phrase" means what a person expects', async (expected) => {
    const event = await readQuickAdd(expected.phrase, { now, lengthMinutes: 60 })
    expect({
      title: event.summary,
      when: `${shown(event.start)}/${shown(event.end)}`,
      repeats: event.recurrence?.join().replace('RRULE:FREQ=', ''),
      place: event.location,
      guests: event.attendees,
      zone: event.zone ?? now.timeZoneId,
    }).toEqual({
      title: expected.title,
      when: inFull(expected.when),
      repeats: expected.repeats,
      place: expected.place,
      guests: expected.guests,
      zone: expected.zone ?? now.timeZoneId,
    })
  })
})

const shown = (time: Temporal.PlainDate | Temporal.PlainDateTime): string =>
  time instanceof Temporal.PlainDate ? time.toString() : time.toString({ smallestUnit: 'minute' })

/** Start and end of the short forms that the table has. */
function inFull(when: string): string {
  const [start, end] = when.split('/') as [string, string | undefined]
  if (end === undefined) return `${start}/${Temporal.PlainDate.from(start).add({ days: 1 })}`
  return end.includes('-') ? when : `${start}/${start.slice(0, 'yyyy-mm-ddT'.length)}${end}`
}
