import { expect, it } from 'vitest'
import { CalendarProgram, hour, ics, vevent } from '../support/caldav.ts'
import { onEmbedded } from '../support/sites.ts'

onEmbedded('the scheduling outbox of CalDAV', (site) => {
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
  const asXml = { headers: { 'Content-Type': 'text/xml' } }

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
    await theirs.put(`${theirs.calendar()}a.ics`, ics(vevent('UID:a', ...hour, 'STATUS:TENTATIVE')))
    const tentative = await ask(mine, request(mine.user.email, theirs.user.email))
    expect(tentative.text).toContain('FBTYPE=BUSY-TENTATIVE:20260504T100000Z/20260504T110000Z')
  })

  it('tells the busy times without distinction if the scopes allow no more', async () => {
    const theirs = await program()
    const mine = new CalendarProgram(await site.user({ scopes: ['calendar.freebusy'] }))
    const scope = { type: 'user', value: mine.user.email }
    await theirs.user.post('/calendars/primary/acl', { role: 'freeBusyReader', scope })
    await theirs.put(`${theirs.calendar()}a.ics`, ics(vevent('UID:a', ...hour, 'STATUS:TENTATIVE')))
    const { text } = await ask(mine, request(mine.user.email, theirs.user.email))
    expect(text).toContain('FREEBUSY;FBTYPE=BUSY:20260504T100000Z/20260504T110000Z')
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
})
