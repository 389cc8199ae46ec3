import { describe, expect, it } from 'vitest'
import { phraseGroups } from '../../../../tests/support/quick-add-phrases.ts'
import { readQuickAdd } from './quick-add.ts'

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
