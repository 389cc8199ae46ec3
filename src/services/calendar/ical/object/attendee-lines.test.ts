import { describe, expect, it } from 'vitest'
import { mergedAttendees } from './attendee-lines.ts'

const of = (parameters: string) => `ATTENDEE${parameters}:mailto:a@example.com`

describe('the attendees of an object that was changed', () => {
  it.each([
    ['stay as they were sent if nothing has changed', ';X-A="1;2"', ';PARTSTAT=NEEDS-ACTION'],
    ['stay if a default is spelled out', ';CN="A:B"', ';CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT'],
  ])('%s', (_, parameters, shown) => {
    const given = of(parameters)
    expect(mergedAttendees(['SUMMARY:x', given], [of(shown)])).toEqual([given])
  })

  it('keep parameters that events lack', () => {
    const given = of(';X-MOOD="a;b";PARTSTAT=NEEDS-ACTION;RSVP=TRUE;SCHEDULE-AGENT=CLIENT')
    expect(mergedAttendees([given], [of(';CUTYPE=INDIVIDUAL;PARTSTAT=ACCEPTED')])).toEqual([
      of(';PARTSTAT=ACCEPTED;X-MOOD="a;b";SCHEDULE-AGENT=CLIENT'),
    ])
  })

  it('state defaults only as they were sent', () => {
    const shown = of(';CUTYPE=INDIVIDUAL;PARTSTAT=NEEDS-ACTION;ROLE=REQ-PARTICIPANT')
    const given = of(';PARTSTAT=ACCEPTED;ROLE=REQ-PARTICIPANT')
    expect(mergedAttendees([given], [shown])).toEqual([
      of(';PARTSTAT=NEEDS-ACTION;ROLE=REQ-PARTICIPANT'),
    ])
  })

  it('have a status of success once they have responded', () => {
    const given = of(';PARTSTAT=NEEDS-ACTION;SCHEDULE-STATUS="1.2"')
    expect(mergedAttendees([given], [of(';PARTSTAT=DECLINED')])).toEqual([
      of(';PARTSTAT=DECLINED;SCHEDULE-STATUS=2.0'),
    ])
    expect(mergedAttendees([given], [of(';PARTSTAT=NEEDS-ACTION;ROLE=OPT-PARTICIPANT')])).toEqual([
      of(';PARTSTAT=NEEDS-ACTION;ROLE=OPT-PARTICIPANT;SCHEDULE-STATUS="1.2"'),
    ])
  })

  it('are those of the event', () => {
    const added = 'ATTENDEE;PARTSTAT=ACCEPTED:mailto:b@example.com'
    expect(mergedAttendees([of('')], [added])).toEqual([added])
  })
})
