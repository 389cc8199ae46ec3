import { expect, it } from 'vitest'
import { CalendarProgram, hour, ics, responsesIn, vevent } from '../support/caldav.ts'
import { outboxOf } from '../support/outbox.ts'
import { onEmbedded } from '../support/sites.ts'

onEmbedded('scheduling by CalDAV', (site) => {
  const program = async () => new CalendarProgram(await site.user())
  const mails = async (to: string) =>
    (await outboxOf(site)).filter((mail) => JSON.stringify(mail).includes(to))

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
      const stored = await mine.put(`${mine.home}${kind}/a.ics`, ics())
      expect(stored.status).toBe(kind === 'inbox' ? 403 : 404)
      expect((await mine.call('DELETE', `${mine.home}${kind}/`)).status).toBe(403)
    }
  })

  const inboxOf = (one: CalendarProgram) => `${one.home}inbox/`
  /** The messages in an inbox by their addresses. */
  const messages = async (one: CalendarProgram) => {
    const all =
      '<d:prop><d:getetag/><c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR"/></c:filter>'
    const found = responsesIn(await one.report(inboxOf(one), 'c:calendar-query', all))
    return new Map(
      found.map(({ href, properties }) => [
        href,
        properties['calendar-data']!.replaceAll('\r\n ', ''),
      ]),
    )
  }
  const meeting =
    (organizer: CalendarProgram, ...others: CalendarProgram[]) =>
    (summary: string) =>
      ics(
        vevent(
          ...[
            'UID:plan',
            ...hour,
            `SUMMARY:${summary}`,
            `ORGANIZER:mailto:${organizer.user.email}`,
          ],
          ...[organizer, ...others].map(
            (one) =>
              `ATTENDEE;PARTSTAT=${one === organizer ? 'ACCEPTED' : 'NEEDS-ACTION'}:mailto:${one.user.email}`,
          ),
        ),
      )

  it('delivers invitations, updates, responses and cancellations to the inbox', async () => {
    const [mine, theirs] = [await program(), await program()]
    expect([...(await messages(mine)), ...(await messages(theirs))]).toEqual([])
    const text = meeting(mine, theirs)
    const path = `${mine.calendar()}plan.ics`
    await mine.put(path, text('Plan'))
    const [[address = '', invitation = ''] = []] = await messages(theirs)
    expect(invitation).toMatch(/^METHOD:REQUEST\r$/m)
    expect(invitation).toMatch(/^SUMMARY:Plan\r$/m)
    expect(invitation).toMatch(/^UID:plan\r$/m)
    const got = await theirs.call('GET', address)
    expect([got.status, got.text.replaceAll('\r\n ', '')]).toEqual([200, invitation])

    // An update replaces the invitation, and has another etag.
    await mine.put(path, text('New plan'))
    expect([...(await messages(theirs)).keys()]).toEqual([address])
    const updated = await theirs.call('GET', address)
    expect(updated.text).toContain('SUMMARY:New plan')
    expect(updated.headers.etag).not.toBe(got.headers.etag)

    const [[name, copy] = ['', '']] = await theirs.objects(theirs.calendar())
    const accepted = copy.replaceAll('\r\n ', '').replace('NEEDS-ACTION', 'ACCEPTED')
    expect((await theirs.put(theirs.calendar() + name, accepted)).status).toBe(204)
    const [[, reply = ''] = []] = await messages(mine)
    expect(reply).toMatch(/^METHOD:REPLY\r$/m)
    expect(reply.match(/^ATTENDEE.*$/gm)).toEqual([
      expect.stringMatching(new RegExp(`PARTSTAT=ACCEPTED.*${theirs.user.email}`)),
    ])
    // Responses are for the organizer.
    expect([...(await messages(theirs)).values()]).toEqual([updated.text.replaceAll('\r\n ', '')])

    await mine.call('DELETE', path)
    const [[, cancellation = ''] = []] = await messages(theirs)
    expect(cancellation).toMatch(/^METHOD:CANCEL\r$/m)
    expect(cancellation).toMatch(/^STATUS:CANCELLED\r$/m)
  })

  it('has the invitations that await a response when a program first reads the inbox', async () => {
    const [mine, theirs] = [await program(), await program()]
    const times = {
      start: { dateTime: '2099-05-04T10:00:00Z' },
      end: { dateTime: '2099-05-04T11:00:00Z' },
    }
    const past = {
      start: { dateTime: '2001-05-04T10:00:00Z' },
      end: { dateTime: '2001-05-04T11:00:00Z' },
    }
    const attendees = [{ email: theirs.user.email }]
    const events = '/calendars/primary/events'
    await mine.user.post(events, { summary: 'Waiting', ...times, attendees })
    await mine.user.post(events, { summary: 'Over', ...past, attendees })
    const answered = await mine.user.post(events, { summary: 'Answered', ...times, attendees })
    await theirs.user.patch(`${events}/${answered.json.id}`, {
      attendees: [{ email: theirs.user.email, responseStatus: 'accepted' }],
    })
    const summaries = [...(await messages(theirs)).values()].map(
      (text) => /^SUMMARY:(.*)\r$/m.exec(text)?.[1],
    )
    expect(summaries).toEqual(['Waiting'])
    // The organizer has answered nothing.
    expect([...(await messages(mine))]).toEqual([])
  })

  it('keeps a message until a program deletes it', async () => {
    const [mine, theirs, others] = [await program(), await program(), await program()]
    const inbox = inboxOf(theirs)
    const sync = (token: string) =>
      theirs.report(
        inbox,
        'd:sync-collection',
        `<d:sync-token>${token}</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop>`,
      )
    const tokenIn = (text: string) => /<d:sync-token>(.*?)<\/d:sync-token>/.exec(text)![1]!
    const empty = await sync('')
    expect(responsesIn(empty)).toEqual([])
    await mine.put(`${mine.calendar()}plan.ics`, meeting(mine, theirs)('Plan'))
    const delivered = await sync(tokenIn(empty.text))
    const [first, ...more] = responsesIn(delivered)
    const { href, properties } = first!
    expect(more).toEqual([])
    const listed = responsesIn(await theirs.propfind(inbox, '<d:getetag/><d:sync-token/>', 1))
    expect(listed.map((one) => one.href)).toEqual([expect.stringMatching(/\/inbox\/$/), href])
    expect(listed[1]!.properties.getetag).toBe(properties.getetag)
    expect(listed[0]!.properties['sync-token']).toContain('urn:almanac:sync:')
    const [alone] = responsesIn(await theirs.propfind(href, '<d:getetag/><c:calendar-data/>'))
    expect(alone!.properties['calendar-data']).toContain('METHOD:REQUEST')
    const hrefs = `<d:prop><c:calendar-data/></d:prop><d:href>${href}</d:href><d:href>${inbox}x.ics</d:href>`
    expect(responsesIn(await theirs.report(inbox, 'c:calendar-multiget', hrefs))).toMatchObject([
      { href, properties: { 'calendar-data': expect.stringContaining('SUMMARY:Plan') } },
      { href: `${inbox}x.ics`, status: 404 },
    ])

    // Only the user whose inbox it is can see, change or delete messages, and nobody can store any.
    for (const method of ['GET', 'DELETE', 'PROPFIND']) {
      expect((await others.call(method, href)).status).toBe(404)
    }
    expect((await theirs.put(href, ics(vevent('UID:plan', ...hour)))).status).toBe(403)
    expect((await theirs.put(`${inbox}new.ics`, ics(vevent('UID:new', ...hour)))).status).toBe(403)
    const stale = { headers: { 'If-Match': '"other"' } }
    expect((await theirs.call('DELETE', href, stale)).status).toBe(412)
    expect((await messages(theirs)).size).toBe(1)

    expect((await theirs.call('DELETE', href)).status).toBe(204)
    expect((await theirs.call('GET', href)).status).toBe(404)
    expect((await theirs.call('DELETE', href)).status).toBe(404)
    expect((await messages(theirs)).size).toBe(0)
    const removed = await sync(tokenIn(delivered.text))
    expect(responsesIn(removed)).toMatchObject([{ href, status: 404 }])
    // The invitation itself stays on the calendar.
    expect((await theirs.objects(theirs.calendar())).size).toBe(1)
    expect(responsesIn(await sync(tokenIn(removed.text)))).toEqual([])
  })

  it('finds messages by their times and texts', async () => {
    const [mine, theirs] = [await program(), await program()]
    expect((await messages(theirs)).size).toBe(0)
    await mine.put(`${mine.calendar()}plan.ics`, meeting(mine, theirs)('Plan'))
    const found = async (condition: string) => {
      const filter = `<c:filter><c:comp-filter name="VCALENDAR">${condition}</c:comp-filter></c:filter>`
      const reply = await theirs.report(inboxOf(theirs), 'c:calendar-query', `<d:prop/>${filter}`)
      return responsesIn(reply).length
    }
    const event = (content: string) => `<c:comp-filter name="VEVENT">${content}</c:comp-filter>`
    const text = (value: string) =>
      `<c:prop-filter name="METHOD"><c:text-match>${value}</c:text-match></c:prop-filter>`
    expect(
      await found(event('<c:time-range start="20260504T000000Z" end="20260505T000000Z"/>')),
    ).toBe(1)
    expect(
      await found(event('<c:time-range start="20260505T000000Z" end="20260506T000000Z"/>')),
    ).toBe(0)
    expect(await found(text('REQUEST'))).toBe(1)
    expect(await found(text('REPLY'))).toBe(0)
    expect(await found('<c:comp-filter name="VTODO"/>')).toBe(0)
    for (const [name, content, precondition] of [
      ['c:calendar-query', '', 'valid-filter'],
      ['c:free-busy-query', '', 'supported-report'],
      ['d:sync-collection', '<d:sync-token>urn:x</d:sync-token>', 'valid-sync-token'],
    ] as const) {
      const refused = await theirs.report(inboxOf(theirs), name, content)
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

  const unfolded = async (one: CalendarProgram, path: string) =>
    (await one.call('GET', path)).text.replaceAll('\r\n ', '')
  const lineOf = (text: string, name: string, email: string) =>
    text.split('\r\n').find((line) => line.startsWith(name) && line.endsWith(`mailto:${email}`))

  it('says what became of the messages to attendees and the organizer', async () => {
    const [mine, theirs] = [await program(), await program()]
    const path = `${mine.calendar()}plan.ics`
    const unknown = `nobody.${mine.user.email}`
    const sent = meeting(
      mine,
      theirs,
    )('Plan').replace(
      'END:VEVENT',
      [
        `ATTENDEE;SCHEDULE-STATUS=9.9;X-MOOD=fine:mailto:a@elsewhere.test`,
        `ATTENDEE;SCHEDULE-AGENT=CLIENT:mailto:b@elsewhere.test`,
        `ATTENDEE:mailto:${unknown}`,
        'END:VEVENT',
      ].join('\r\n'),
    )
    const { status, headers } = await mine.put(path, sent)
    // The text is not the one that was sent.
    expect([status, headers.etag]).toEqual([201, undefined])
    const statusOf = async (email: string, name = 'ATTENDEE') =>
      /;SCHEDULE-STATUS=([^;:]*)/.exec(lineOf(await unfolded(mine, path), name, email) ?? '')?.[1]
    expect(await statusOf(theirs.user.email)).toBe('1.2')
    expect(await statusOf('a@elsewhere.test')).toBe('1.1')
    expect(await statusOf('b@elsewhere.test')).toBeUndefined()
    expect(await statusOf(mine.user.email)).toBeUndefined()
    // The domain of this address is not one of the server's.
    expect(await statusOf(unknown)).toBe('1.1')

    const [[name, copy] = ['', '']] = await theirs.objects(theirs.calendar())
    const theirPath = theirs.calendar() + name
    const accepted = copy
      .replaceAll('\r\n ', '')
      .replace(new RegExp(`NEEDS-ACTION(.*${theirs.user.email})`), 'ACCEPTED$1')
    expect((await theirs.put(theirPath, accepted)).status).toBe(204)
    expect(lineOf(await unfolded(theirs, theirPath), 'ORGANIZER', mine.user.email)).toContain(
      ';SCHEDULE-STATUS=1.2',
    )
    // The response is a success, and what events lack stays.
    expect(await statusOf(theirs.user.email)).toBe('2.0')
    expect(lineOf(await unfolded(mine, path), 'ATTENDEE', 'a@elsewhere.test')).toContain(
      ';X-MOOD=fine',
    )
    expect(lineOf(await unfolded(mine, path), 'ATTENDEE', 'b@elsewhere.test')).toContain(
      ';SCHEDULE-AGENT=CLIENT',
    )
  })

  it('does not put an event on the calendar of an attendee whom the program invites', async () => {
    const [mine, theirs] = [await program(), await program()]
    const path = `${mine.calendar()}plan.ics`
    const text = meeting(mine, theirs)('Plan')
    const byProgram = text.replace(
      `NEEDS-ACTION:mailto:${theirs.user.email}`,
      `NEEDS-ACTION;SCHEDULE-AGENT=CLIENT:mailto:${theirs.user.email}`,
    )
    const count = async () => (await theirs.objects(theirs.calendar())).size
    expect((await mine.put(path, byProgram)).status).toBe(201)
    expect([await count(), await mails(theirs.user.email)]).toEqual([0, []])
    // Changes through the API leave it at that.
    const { items } = (await mine.user.get('/calendars/primary/events')).json
    const address = `/calendars/primary/events/${items![0]!.id}?sendUpdates=all`
    expect((await mine.user.patch(address, { summary: 'Other' })).status).toBe(200)
    expect([await count(), await mails(theirs.user.email)]).toEqual([0, []])
    expect((await mine.put(path, text)).status).toBe(204)
    expect(await count()).toBe(1)
    expect((await mine.put(path, byProgram)).status).toBe(204)
    expect(await count()).toBe(0)
  })

  it('tells the organizer the response of an attendee of one instance', async () => {
    const [mine, theirs] = [await program(), await program()]
    const times = (day: string) => [`DTSTART:${day}T100000Z`, `DTEND:${day}T110000Z`]
    const people = [
      `ORGANIZER:mailto:${mine.user.email}`,
      `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${mine.user.email}`,
    ]
    const invited = `ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:${theirs.user.email}`
    const series = vevent('UID:plan', ...times('20260504'), 'RRULE:FREQ=DAILY;COUNT=3', ...people)
    const instance = vevent(
      ...['UID:plan', 'RECURRENCE-ID:20260505T100000Z', ...times('20260505')],
      ...[...people, invited],
    )
    await mine.put(`${mine.calendar()}plan.ics`, ics(series, instance))
    const [[name, text] = ['', '']] = await theirs.objects(theirs.calendar())
    const accepted = text.replaceAll('\r\n ', '').replace('NEEDS-ACTION', 'ACCEPTED')
    expect((await theirs.put(theirs.calendar() + name, accepted)).status).toBe(204)
    const query = '/calendars/primary/events?singleEvents=true&orderBy=startTime'
    const { items = [] } = (await mine.user.get(query)).json
    expect(items).toHaveLength(3)
    expect(items[1]!.attendees).toContainEqual(
      expect.objectContaining({ email: theirs.user.email, responseStatus: 'accepted' }),
    )
    expect((await theirs.user.get(query)).json.items).toHaveLength(1)
    expect([...(await theirs.objects(theirs.calendar())).keys()]).toEqual([name])
  })

  it('deletes an invitation without a reply if the program says so', async () => {
    const [mine, theirs, others] = [await program(), await program(), await program()]
    const path = `${mine.calendar()}plan.ics`
    const text = meeting(mine, theirs, others)
    await mine.put(path, text('Plan'))
    const responses = async () => {
      const { items } = (await mine.user.get('/calendars/primary/events')).json
      const { attendees } = items![0] as unknown as {
        attendees: { email: string; responseStatus: string }[]
      }
      return new Map(attendees.map(({ email, responseStatus }) => [email, responseStatus]))
    }
    const silently = { headers: { 'Schedule-Reply': 'F' } }
    const [name] = [...(await theirs.objects(theirs.calendar())).keys()]
    expect((await theirs.call('DELETE', theirs.calendar() + name, silently)).status).toBe(204)
    expect((await responses()).get(theirs.user.email)).toBe('needsAction')
    // The response of another attendee does not bring it back.
    const [[copyName, copy] = ['', '']] = await others.objects(others.calendar())
    const accepted = copy
      .replaceAll('\r\n ', '')
      .replace(new RegExp(`NEEDS-ACTION(.*${others.user.email})`), 'ACCEPTED$1')
    expect((await others.put(others.calendar() + copyName, accepted)).status).toBe(204)
    expect((await responses()).get(others.user.email)).toBe('accepted')
    expect((await theirs.objects(theirs.calendar())).size).toBe(0)
    // The organizer, who does not know, invites with the next change.
    await mine.put(path, text('New plan'))
    const [again] = [...(await theirs.objects(theirs.calendar())).keys()]
    expect((await theirs.call('DELETE', theirs.calendar() + again)).status).toBe(204)
    expect((await responses()).get(theirs.user.email)).toBe('declined')
  })

  it('keeps a response to itself if the program tells the organizer', async () => {
    const [mine, theirs] = [await program(), await program()]
    const path = `${mine.calendar()}plan.ics`
    await mine.put(path, meeting(mine, theirs)('Plan'))
    const [[name, copy] = ['', '']] = await theirs.objects(theirs.calendar())
    const accepted = copy
      .replaceAll('\r\n ', '')
      .replace(new RegExp(`NEEDS-ACTION(.*${theirs.user.email})`), 'ACCEPTED$1')
      .replace(/^ORGANIZER/m, 'ORGANIZER;SCHEDULE-AGENT=CLIENT')
    expect((await theirs.put(theirs.calendar() + name, accepted)).status).toBe(204)
    const partstat = async (one: CalendarProgram, at: string) =>
      /PARTSTAT=([A-Z-]*)/.exec(
        lineOf(await unfolded(one, at), 'ATTENDEE', theirs.user.email)!,
      )?.[1]
    expect(await partstat(theirs, theirs.calendar() + name)).toBe('ACCEPTED')
    expect(await partstat(mine, path)).toBe('NEEDS-ACTION')
  })

  it('sends an invitation again if the program forces it', async () => {
    const mine = await program()
    const path = `${mine.calendar()}plan.ics`
    const email = `again.${mine.user.email.split('@')[0]}@elsewhere.test`
    const text = (parameters: string) =>
      ics(
        vevent(
          ...['UID:plan', ...hour, 'SUMMARY:Plan', `ORGANIZER:mailto:${mine.user.email}`],
          `ATTENDEE;PARTSTAT=NEEDS-ACTION${parameters}:mailto:${email}`,
        ),
      )
    await mine.put(path, text(''))
    await mine.put(path, text(''))
    expect((await mails(email)).length).toBe(1)
    await mine.put(path, text(';SCHEDULE-FORCE-SEND=REQUEST'))
    expect((await mails(email)).length).toBe(2)
    expect(await unfolded(mine, path)).not.toContain('FORCE-SEND')
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
