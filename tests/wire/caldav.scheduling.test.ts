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

  const mails = async (to: string) =>
    (await outboxOf(site)).filter((mail) => JSON.stringify(mail).includes(to))
  const asXml = { headers: { 'Content-Type': 'text/xml' } }

  it('has an inbox and an outbox in the home of a user', async () => {
    const mine = await program()
    const [me] = responsesIn(
      await mine.propfind(
        `/caldav/users/${mine.user.email}/`,
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

  it('has nothing to find in the inbox', async () => {
    const mine = await program()
    const inbox = `${mine.home}inbox/`
    const filter = '<c:filter><c:comp-filter name="VCALENDAR"/></c:filter>'
    expect(responsesIn(await mine.report(inbox, 'c:calendar-query', filter))).toEqual([])
    const hrefs = `<d:prop/><d:href>${inbox}a.ics</d:href>`
    expect(responsesIn(await mine.report(inbox, 'c:calendar-multiget', hrefs))).toMatchObject([
      { href: `${inbox}a.ics`, status: 404 },
    ])
    for (const [name, content, precondition] of [
      ['c:calendar-query', '', 'valid-filter'],
      ['d:sync-collection', '', 'supported-report'],
    ] as const) {
      const refused = await mine.report(inbox, name, content)
      expect([refused.status, refused.text]).toEqual([403, expect.stringContaining(precondition)])
    }
  })

  it('tells by a tag whether anything but responses has changed', async () => {
    const [mine, theirs] = [await program(), await program()]
    const path = `${mine.calendar()}plan.ics`
    const text = (summary: string) =>
      ics(
        vevent(
          ...['UID:plan', ...hour, `SUMMARY:${summary}`, `ORGANIZER:mailto:${mine.user.email}`],
          `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${mine.user.email}`,
          `ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:${theirs.user.email}`,
        ),
      )
    const { headers: first } = await mine.put(path, text('Plan'))
    const tag = String(first['schedule-tag'])
    expect(tag).toMatch(/^"[^"]+"$/)
    const [[name, invitation] = ['', '']] = await theirs.objects(theirs.calendar())
    const accepted = invitation.replaceAll('\r\n ', '').replace('NEEDS-ACTION', 'ACCEPTED')
    const theirPath = theirs.calendar() + name
    const { headers: seen } = await theirs.call('GET', theirPath)
    const answer = await theirs.put(theirPath, accepted, {
      'If-Schedule-Tag-Match': String(seen['schedule-tag']),
    })
    expect([answer.status, answer.headers['schedule-tag']]).toEqual([204, expect.any(String)])
    // The response gives the object another etag, but the same tag.
    const { headers: answered } = await mine.call('GET', path)
    expect(answered.etag).not.toBe(first.etag)
    expect(answered['schedule-tag']).toBe(tag)
    const [shown] = responsesIn(await mine.propfind(path, '<c:schedule-tag/>'))
    expect(shown!.properties['schedule-tag']).toBe(tag)
    expect((await mine.call('PROPFIND', path)).text).not.toContain('schedule-tag')
    // Who has not seen the response does not take it back.
    const renamed = await mine.put(path, text('New plan'), { 'If-Schedule-Tag-Match': tag })
    expect(renamed.status).toBe(204)
    expect(renamed.headers['schedule-tag']).not.toBe(tag)
    const { text: merged } = await mine.call('GET', path)
    expect(merged.replaceAll('\r\n ', '')).toMatch(
      new RegExp(`ATTENDEE[^\\r]*PARTSTAT=ACCEPTED[^\\r]*${theirs.user.email}`),
    )
    expect(merged).toContain('SUMMARY:New plan')
    // What the organizer has changed since counts.
    const stale = { 'If-Schedule-Tag-Match': tag }
    expect((await mine.put(path, text('Old plan'), stale)).status).toBe(412)
    expect((await mine.call('DELETE', path, { headers: stale })).status).toBe(412)
    const missing = await mine.put(`${mine.calendar()}none.ics`, text('x'), stale)
    expect(missing.status).toBe(412)
    // An event without attendees has no tag.
    const alone = `${mine.calendar()}alone.ics`
    await mine.put(alone, ics(vevent('UID:alone', ...hour)))
    expect((await mine.call('GET', alone)).headers['schedule-tag']).toBeUndefined()
    expect((await mine.put(alone, ics(vevent('UID:alone', ...hour)), stale)).status).toBe(412)
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
    const crowd = await ask(mine, request(mine.user.email, ...many))
    expect([crowd.status, crowd.text]).toEqual([
      403,
      expect.stringContaining('max-attendees-per-instance'),
    ])
    const path = `${theirs.home}outbox/`
    expect((await ask(mine, request(mine.user.email), path)).status).toBe(404)
    for (const [asked, element] of [
      [ask(mine, request(mine.user.email), mine.home), 'supported-collection'],
      [ask(mine, 'text'), 'valid-calendar-data'],
      [ask(mine, ics(vevent('UID:a', ...hour))), 'valid-scheduling-message'],
      [
        mine.call('POST', `${mine.home}outbox/`, { body: 'x', ...asXml }),
        'supported-calendar-data',
      ],
    ] as const) {
      const refused = await asked
      expect([refused.status, refused.text]).toEqual([403, expect.stringContaining(element)])
    }
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
      return (await mails(to)).length
    }
    expect(await sent(';SCHEDULE-AGENT=CLIENT', 'one@elsewhere.test')).toBe(0)
    expect(await sent('', 'two@elsewhere.test')).toBe(1)
    expect(await sent(';SCHEDULE-AGENT=SERVER', 'three@elsewhere.test')).toBe(1)
    // It is for one attendee at a time.
    const both = `;SCHEDULE-AGENT=NONE:mailto:four@elsewhere.test\r\nATTENDEE`
    expect(await sent(both, 'five@elsewhere.test')).toBe(1)
    expect(JSON.stringify(await mails('four@elsewhere.test'))).not.toContain('"four@')
    const path = `${mine.calendar()}one@elsewhere.test.ics`
    expect((await mine.call('DELETE', path)).status).toBe(204)
    expect(await mails('one@elsewhere.test')).toEqual([])
  })

  it('tells organizers elsewhere of a deleted invitation, unless the program says no', async () => {
    const mine = await program()
    const deleted = async (uid: string, headers: Record<string, string>) => {
      const people = [
        `ORGANIZER:mailto:${uid}@elsewhere.test`,
        `ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:${mine.user.email}`,
      ]
      const path = `${mine.calendar()}${uid}.ics`
      const text = ics(vevent(`UID:${uid}`, ...hour, ...people))
      expect((await mine.put(path, text)).status).toBe(201)
      expect((await mine.call('DELETE', path, { headers })).status).toBe(204)
      return (await mails(`${uid}@elsewhere.test`)).length
    }
    expect(await deleted('silent', { 'Schedule-Reply': 'F' })).toBe(0)
    expect(await deleted('told', {})).toBe(1)
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
