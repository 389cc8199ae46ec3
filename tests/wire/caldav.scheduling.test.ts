import { expect, it } from 'vitest'
import { CalendarProgram, ics, responsesIn, vevent } from '../support/caldav.ts'
import { outboxOf } from '../support/outbox.ts'
import { onEmbedded } from '../support/sites.ts'

const hour = ['DTSTART:20260504T100000Z', 'DTEND:20260504T110000Z']

onEmbedded('scheduling by CalDAV', (site) => {
  const program = async () => new CalendarProgram(await site.user())
  const request = (organizer: string, ...attendees: string[]) =>
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'METHOD:REQUEST',
      'BEGIN:VFREEBUSY',
      'UID:ask',
      'DTSTART:20260504T000000Z',
      'DTEND:20260505T000000Z',
      `ORGANIZER;CN="A:B":mailto:${organizer}`,
      ...attendees.map((email) => `ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:${email}`),
      'END:VFREEBUSY',
      'END:VCALENDAR',
      '',
    ].join('\r\n')
  const ask = (from: CalendarProgram, text: string, path = `${from.home}outbox/`) =>
    from.call('POST', path, { body: text, headers: { 'Content-Type': 'text/calendar' } })

  it('has an inbox and an outbox in the home of a user', async () => {
    const mine = await program()
    const [me] = responsesIn(
      await mine.propfind(
        `/caldav/users/${encodeURIComponent(mine.user.email)}/`,
        '<c:schedule-inbox-URL/><c:schedule-outbox-URL/>',
      ),
    )
    for (const kind of ['inbox', 'outbox']) {
      expect(me!.properties[`schedule-${kind}-URL`]).toContain(`${mine.home}${kind}/`)
      const [box] = responsesIn(await mine.propfind(`${mine.home}${kind}/`, '<d:resourcetype/>', 1))
      expect(box!.properties.resourcetype).toContain(`<c:schedule-${kind}/>`)
      expect((await mine.put(`${mine.home}${kind}/a.ics`, ics())).status).toBe(404)
      expect((await mine.call('DELETE', `${mine.home}${kind}/`)).status).toBe(403)
    }
  })

  it('tells the busy times of those who share them', async () => {
    const [mine, theirs] = [await program(), await program()]
    await theirs.put(`${theirs.calendar()}a.ics`, ics(vevent('UID:a', ...hour)))
    const scope = { type: 'user', value: mine.user.email }
    const closed = await ask(mine, request(mine.user.email, theirs.user.email, 'x@elsewhere.test'))
    expect(closed.status).toBe(200)
    expect(closed.text.match(/3\.7;Invalid calendar user/g)).toHaveLength(2)
    await theirs.user.post('/calendars/primary/acl', { role: 'freeBusyReader', scope })
    const open = await ask(mine, request(mine.user.email, theirs.user.email))
    expect(open.text).toContain('2.0;Success')
    expect(open.text).toContain('FREEBUSY;FBTYPE=BUSY:20260504T100000Z/20260504T110000Z')
  })

  it('answers only requests of the caller for busy times', async () => {
    const [mine, theirs] = [await program(), await program()]
    const foreign = await ask(mine, request(theirs.user.email, mine.user.email))
    expect([foreign.status, foreign.text]).toEqual([
      403,
      expect.stringContaining('organizer-allowed'),
    ])
    for (const text of ['', ics(vevent('UID:a', ...hour)), 'METHOD:REQUEST\r\nBEGIN:VFREEBUSY']) {
      expect((await ask(mine, text)).status).toBe(403)
    }
    const many = Array.from({ length: 100 }, (_, index) => `a${index}@elsewhere.test`)
    expect((await ask(mine, request(mine.user.email, ...many))).status).toBe(403)
    const path = `${theirs.home}outbox/`
    expect((await ask(mine, request(mine.user.email), path)).status).toBe(404)
    expect((await ask(mine, request(mine.user.email), mine.home)).status).toBe(403)
  })

  it('leaves mail to programs that send it themselves', async () => {
    const mine = await program()
    const sent = async (agent: string, to: string) => {
      const people = [
        `ORGANIZER:mailto:${mine.user.email}`,
        `ATTENDEE${agent};PARTSTAT=NEEDS-ACTION:mailto:${to}`,
      ]
      const text = ics(vevent(`UID:${to}`, ...hour, 'SUMMARY:Plan', ...people))
      expect((await mine.put(`${mine.calendar()}${to}.ics`, text)).status).toBe(201)
      return (await outboxOf(site)).filter((mail) => JSON.stringify(mail).includes(to)).length
    }
    expect(await sent(';SCHEDULE-AGENT=CLIENT', 'one@elsewhere.test')).toBe(0)
    expect(await sent('', 'two@elsewhere.test')).toBe(1)
  })

  it('expands a series into its instances', async () => {
    const mine = await program()
    const uid = 'UID:daily'
    const series = vevent(
      uid,
      'DTSTART;TZID=Europe/Berlin:20260501T090000',
      'DTEND;TZID=Europe/Berlin:20260501T100000',
      'RRULE:FREQ=DAILY;COUNT=10',
      'EXDATE;TZID=Europe/Berlin:20260504T090000',
      'SUMMARY:Daily',
    )
    const moved = vevent(
      uid,
      'RECURRENCE-ID;TZID=Europe/Berlin:20260503T090000',
      'DTSTART;TZID=Europe/Berlin:20260503T150000',
      'DTEND;TZID=Europe/Berlin:20260503T160000',
      'SUMMARY:Late',
    )
    await mine.put(`${mine.calendar()}daily.ics`, ics(series, moved))
    const range = 'start="20260503T000000Z" end="20260506T000000Z"'
    const reply = await mine.report(
      mine.calendar(),
      'c:calendar-query',
      `<d:prop><c:calendar-data><c:expand ${range}/></c:calendar-data></d:prop>` +
        `<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:time-range ${range}/></c:comp-filter></c:comp-filter></c:filter>`,
    )
    const text = responsesIn(reply)[0]!.properties['calendar-data']!
    expect(text).not.toMatch(/RRULE|EXDATE|VTIMEZONE/)
    expect(text.match(/^DTSTART.*/gm)!.sort()).toEqual([
      'DTSTART:20260503T130000Z',
      'DTSTART:20260505T070000Z',
    ])
    expect(text.match(/^RECURRENCE-ID.*/gm)!.sort()).toEqual([
      'RECURRENCE-ID:20260503T070000Z',
      'RECURRENCE-ID:20260505T070000Z',
    ])
  })
})
