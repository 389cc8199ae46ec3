import { expect, it } from 'vitest'
import { CalendarProgram, hour, ics, lunch, responsesIn, vevent } from '../support/caldav.ts'
import { eventsOf, walk } from '../support/imported-events.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('objects of CalDAV', (site) => {
  const program = async () => new CalendarProgram(await site.user())

  it('are events, and come back as they were sent', async () => {
    const mine = await program()
    const path = `${mine.calendar()}lunch.ics`
    const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT15M', 'END:VALARM']
    const text = lunch('Lunch', ...alarm)
    const put = await mine.put(path, text, { 'If-None-Match': '*' })
    expect(put.status).toBe(201)
    const got = await mine.call('GET', path)
    expect([got.status, got.text]).toEqual([200, text])
    expect(got.headers['content-type']).toBe('text/calendar; charset=utf-8; component=vevent')
    expect(got.headers.etag).toBe(put.headers.etag)
    const { items } = await walk(mine.user, eventsOf('primary'))
    expect(items).toMatchObject([
      {
        summary: 'Lunch',
        iCalUID: 'lunch@program.test',
        start: { dateTime: '2026-05-04T10:00:00Z' },
        reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 15 }] },
      },
    ])
  })

  it('hold a series with its exceptions, on both wires', async () => {
    const mine = await program()
    const path = `${mine.calendar()}standup.ics`
    const uid = 'UID:standup@program.test'
    const times = ['DTSTART;TZID=Europe/Berlin:20260504T090000', 'DURATION:PT15M']
    const series = vevent(uid, ...times, 'RRULE:FREQ=DAILY;COUNT=4', 'SUMMARY:Standup')
    const moved = vevent(
      uid,
      'RECURRENCE-ID;TZID=Europe/Berlin:20260505T090000',
      'DTSTART;TZID=Europe/Berlin:20260505T100000',
      'DURATION:PT15M',
      'SUMMARY:Late standup',
    )
    expect((await mine.put(path, ics(series, moved))).status).toBe(201)
    const starts = async () =>
      (
        await walk(mine.user, eventsOf('primary'), { singleEvents: 'true', orderBy: 'startTime' })
      ).items.map(({ summary, start }) => [summary, (start as { dateTime: string }).dateTime])
    const usual = [
      ['Standup', '2026-05-04T07:00:00Z'],
      ['Late standup', '2026-05-05T08:00:00Z'],
      ['Standup', '2026-05-06T07:00:00Z'],
      ['Standup', '2026-05-07T07:00:00Z'],
    ]
    expect(await starts()).toEqual(usual)
    // One instance is deleted, and the exception given up.
    const without = series.replace(
      'SUMMARY',
      'EXDATE;TZID=Europe/Berlin:20260506T090000\r\nSUMMARY',
    )
    expect((await mine.put(path, ics(without))).status).toBe(204)
    expect(await starts()).toEqual([usual[0], ['Standup', '2026-05-05T07:00:00Z'], usual[3]])
    expect((await mine.call('GET', path)).text).toBe(ics(without))
    // The API deletes another one.
    const { items } = await walk(mine.user, eventsOf('primary'), {
      singleEvents: 'true',
      orderBy: 'startTime',
    })
    await mine.user.delete(`${eventsOf('primary')}/${items[2]!.id}`)
    const { text } = await mine.call('GET', path)
    expect(text.match(/^EXDATE.*/gm)).toHaveLength(2)
    // And a program restores everything.
    expect((await mine.put(path, ics(series))).status).toBe(204)
    expect(await starts()).toEqual([
      usual[0],
      ['Standup', '2026-05-05T07:00:00Z'],
      usual[2],
      usual[3],
    ])
  })

  it('are deleted on both wires', async () => {
    const mine = await program()
    const path = `${mine.calendar()}lunch.ics`
    const { headers } = await mine.put(path, lunch())
    expect((await mine.call('DELETE', path, { headers: { 'If-Match': '"other"' } })).status).toBe(
      412,
    )
    expect(
      (await mine.call('DELETE', path, { headers: { 'If-Match': headers.etag! } })).status,
    ).toBe(204)
    expect((await mine.call('GET', path)).status).toBe(404)
    expect((await mine.call('DELETE', path)).status).toBe(404)
    expect((await walk(mine.user, eventsOf('primary'))).items).toEqual([])
    expect((await mine.put(path, lunch('Again'))).status).toBe(201)
    const [event] = (await walk(mine.user, eventsOf('primary'))).items
    await mine.user.delete(`${eventsOf('primary')}/${event!.id}`)
    expect((await mine.call('GET', path)).status).toBe(404)
  })

  it('are replaced only if they are as the program has seen them', async () => {
    const mine = await program()
    const path = `${mine.calendar()}lunch.ics`
    const first = await mine.put(path, lunch())
    expect((await mine.put(path, lunch('x'), { 'If-None-Match': '*' })).status).toBe(412)
    expect((await mine.put(path, lunch('x'), { 'If-Match': '"other"' })).status).toBe(412)
    expect(
      (await mine.put(`${path}x`, lunch('x'), { 'If-Match': first.headers.etag! })).status,
    ).toBe(412)
    const second = await mine.put(path, lunch('x'), { 'If-Match': first.headers.etag! })
    expect(second.status).toBe(204)
    expect(second.headers.etag).not.toBe(first.headers.etag)
    const same = await mine.put(path, lunch('x'))
    expect([same.status, same.headers.etag]).toEqual([204, second.headers.etag])
    const head = await mine.call('HEAD', path)
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', second.headers.etag])
    const changed = { headers: { 'If-Match': first.headers.etag! } }
    expect((await mine.call('GET', path, changed)).status).toBe(412)
    const part = await mine.put(path, lunch('y'), { 'Content-Range': 'bytes 0-9/20' })
    expect([part.status, part.text]).toEqual([400, 'Parts of an object cannot be replaced.\n'])
    const known = { headers: { 'If-None-Match': second.headers.etag! } }
    expect((await mine.call('GET', path, known)).status).toBe(304)
    for (const method of ['PUT', 'DELETE']) {
      const options = method === 'PUT' ? { ...known, body: lunch('z') } : known
      expect((await mine.call(method, path, options)).status).toBe(412)
    }
    expect((await mine.put(path, lunch('z'), { 'If-None-Match': '"other"' })).status).toBe(204)
  })

  it('are written only if the If header of WebDAV is met', async () => {
    const mine = await program()
    const path = `${mine.calendar()}lunch.ics`
    const [here, other] = [path, `${mine.calendar()}other.ics`].map((one) => `<${one}>`)
    const { etag = '' } = (await mine.put(path, lunch())).headers
    const text = lunch('Other').replace('UID:lunch', 'UID:other')
    const { etag: otherEtag = '' } = (await mine.put(`${mine.calendar()}other.ics`, text)).headers
    const head = async (header: string) =>
      (await mine.call('HEAD', path, { headers: { If: header } })).status
    for (const header of [
      ...[`([${etag}])`, `(["x"]) ([${etag}])`, `(Not ["x"])`, `([${etag}] Not <DAV:no-lock>)`],
      ...[`${here} ([${etag}])`, `${here} (["x"]) ${other} ([${otherEtag}])`],
      `<http://any.test${path}> ([${etag}])`,
    ]) {
      expect([header, await head(header)]).toEqual([header, 200])
    }
    for (const header of [
      ...['(["x"])', `(Not [${etag}])`, `([${etag}] <urn:uuid:lock>)`, `${other} ([${etag}])`],
      ...[`${here} (["x"])`, `<${mine.home}nowhere/a.ics> ([${etag}])`],
    ]) {
      expect([header, await head(header)]).toEqual([header, 412])
    }
    expect(await head('nonsense')).toBe(400)
    expect((await mine.put(path, lunch('x'), { If: 'nonsense' })).status).toBe(400)
    expect((await mine.put(path, lunch('x'), { If: '(["x"])' })).status).toBe(412)
    const unmet = { headers: { If: `${here} (["x"])` } }
    expect((await mine.call('DELETE', path, unmet)).status).toBe(412)
    expect((await mine.put(`${path}x`, lunch('x'), { If: `([${etag}])` })).status).toBe(412)
    expect((await mine.put(path, lunch('x'), { If: `([${etag}])` })).status).toBe(204)
  })

  it('begin when the API says if clocks skip the start of a series', async () => {
    const mine = await program()
    const berlin = (name: string, time: string) => `${name};TZID=Europe/Berlin:20260329T${time}`
    const times = [berlin('DTSTART', '023000'), berlin('DTEND', '043000')]
    const text = ics(vevent('UID:a', ...times, 'RRULE:FREQ=DAILY;COUNT=2', 'X-A:b'))
    expect((await mine.put(`${mine.calendar()}a.ics`, text)).headers.etag).toBeUndefined()
    const got = await mine.call('GET', `${mine.calendar()}a.ics`)
    const lines = got.text.split('\r\n')
    expect(lines).toEqual(expect.arrayContaining([berlin('DTSTART', '033000'), 'X-A:b']))
    const query = { singleEvents: 'true', orderBy: 'startTime' }
    const { items } = await walk(mine.user, eventsOf('primary'), query)
    expect(items.map(({ start }) => start)).toEqual([
      { dateTime: '2026-03-29T01:30:00Z', timeZone: 'Europe/Berlin' },
      { dateTime: '2026-03-30T01:30:00Z', timeZone: 'Europe/Berlin' },
    ])
  })

  it('keep their times where clocks repeat an hour', async () => {
    const mine = await program()
    const at = (dateTime: string) => ({ dateTime, timeZone: 'Europe/Berlin' })
    const body = { start: at('2026-10-25T02:45:00+02:00'), end: at('2026-10-25T02:15:00+01:00') }
    const { json } = await mine.user.post(eventsOf('primary'), body)
    const path = `${mine.calendar()}${json.id}.ics`
    const got = await mine.call('GET', path)
    expect((await mine.put(path, got.text)).status).toBe(204)
    const night = ['DTSTART;TZID=Europe/Berlin:20261025T013000', 'DURATION:PT2H']
    const text = ics(vevent('UID:night', ...night))
    expect((await mine.put(`${mine.calendar()}night.ics`, text)).status).toBe(201)
    expect((await mine.call('GET', `${mine.calendar()}night.ics`)).text).toBe(text)
    const { items } = await walk(mine.user, eventsOf('primary'), {
      singleEvents: 'true',
      orderBy: 'startTime',
    })
    expect(items).toMatchObject([
      {
        start: { dateTime: '2026-10-24T23:30:00Z' },
        end: { dateTime: '2026-10-25T01:30:00Z', timeZone: 'Europe/Berlin' },
      },
      { start: { dateTime: '2026-10-25T00:45:00Z' }, end: { dateTime: '2026-10-25T01:15:00Z' } },
    ])
  })

  it('are in the zone that they describe, whatever its name', async () => {
    const mine = await program()
    const observance = (name: string, month: number, hour: number, offsets: readonly string[]) => [
      `BEGIN:${name}`,
      `DTSTART:16010101T0${hour}0000`,
      `RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=${month}`,
      `TZOFFSETFROM:${offsets[0]}`,
      `TZOFFSETTO:${offsets[1]}`,
      `END:${name}`,
    ]
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Customized Time Zone',
      ...observance('STANDARD', 10, 3, ['+0200', '+0100']),
      ...observance('DAYLIGHT', 3, 2, ['+0100', '+0200']),
      'END:VTIMEZONE',
    ]
    const times = ['DTSTART;TZID=Customized Time Zone:20260322T100000', 'DURATION:PT1H']
    const text = ics(...zone, vevent('UID:a', ...times, 'RRULE:FREQ=WEEKLY;COUNT=2'))
    const put = await mine.put(`${mine.calendar()}a.ics`, text)
    const got = await mine.call('GET', `${mine.calendar()}a.ics`)
    expect([put.status, got.text]).toEqual([201, text])
    const { items } = await walk(mine.user, eventsOf('primary'), {
      singleEvents: 'true',
      orderBy: 'startTime',
    })
    expect(items.map(({ start }) => start)).toEqual([
      { dateTime: '2026-03-22T09:00:00Z', timeZone: 'Europe/Berlin' },
      { dateTime: '2026-03-29T08:00:00Z', timeZone: 'Europe/Berlin' },
    ])
    const unlike = text.replaceAll('-1SU', '-1MO')
    const refused = await mine.put(`${mine.calendar()}b.ics`, unlike.replace('UID:a', 'UID:b'))
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('valid-timezone')])
  })

  it('have UIDs of their own', async () => {
    const mine = await program()
    await mine.put(`${mine.calendar()}lunch.ics`, lunch())
    const reply = await mine.put(`${mine.calendar()}other.ics`, lunch())
    expect(reply.status).toBe(409)
    expect(reply.text).toContain('<c:no-uid-conflict><d:href>')
    expect(reply.text).toContain('/lunch.ics</d:href>')
    const renamed = lunch().replace('UID:lunch', 'UID:dinner')
    expect((await mine.put(`${mine.calendar()}lunch.ics`, renamed)).status).toBe(409)
  })

  it('reach attendees of this server, who answer on either wire', async () => {
    const [mine, theirs] = [await program(), await program()]
    const people = [
      `ORGANIZER:mailto:${mine.user.email}`,
      `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${mine.user.email}`,
      `ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${theirs.user.email}`,
    ]
    await mine.put(`${mine.calendar()}lunch.ics`, lunch('Lunch', ...people))
    const [[name, text] = ['', '']] = await theirs.objects(theirs.calendar())
    expect(text).toContain('UID:lunch@program.test')
    const accepted = text
      .replaceAll('\r\n ', '')
      .replace('PARTSTAT=NEEDS-ACTION', 'PARTSTAT=ACCEPTED')
    expect((await theirs.put(theirs.calendar() + name, accepted)).status).toBe(204)
    const { items } = await walk(mine.user, eventsOf('primary'))
    expect(items[0]!.attendees).toContainEqual(
      expect.objectContaining({ email: theirs.user.email, responseStatus: 'accepted' }),
    )
    const own = await mine.call('GET', `${mine.calendar()}lunch.ics`)
    expect(own.text.replaceAll('\r\n ', '')).toMatch(
      new RegExp(`ATTENDEE[^\r]*PARTSTAT=ACCEPTED[^\r]*${theirs.user.email}`),
    )
  })

  it('can be instances alone, also in place of a deleted event', async () => {
    const mine = await program()
    const path = `${mine.calendar()}lunch.ics`
    await mine.put(path, lunch())
    await mine.call('DELETE', path)
    const instance = lunch('Lunch', 'RECURRENCE-ID:20260504T100000Z', 'ORGANIZER:mailto:x@y.test')
    const other = `${mine.calendar()}other.ics`
    expect((await mine.put(other, instance)).status).toBe(201)
    expect((await mine.objects(mine.calendar())).size).toBe(1)
    expect((await mine.call('GET', other)).status).toBe(200)
    expect((await mine.call('DELETE', other)).status).toBe(204)
    expect((await mine.objects(mine.calendar())).size).toBe(0)
  })

  it.each([
    ['from the start', []],
    ['in place of an event', [vevent('UID:talk', 'DTSTART:20260501T100000Z')]],
  ])('that are instances alone %s are replaced as a whole', async (_, before) => {
    const mine = await program()
    const path = `${mine.calendar()}talk.ics`
    const at = (day: string, time: string) => `202605${day}T${time}0000Z`
    const instance = (day: string, time = '15') =>
      vevent('UID:talk', `RECURRENCE-ID:${at(day, '10')}`, `DTSTART:${at(day, time)}`)
    const starts = async () => {
      const query = { singleEvents: 'true', orderBy: 'startTime' }
      const { items } = await walk(mine.user, eventsOf('primary'), query)
      return items.map(({ start }) => (start as { dateTime: string }).dateTime.slice(8, 13))
    }
    for (const event of before) await mine.put(path, ics(event))
    await mine.put(path, ics(instance('05'), instance('06'), instance('20')))
    expect(await starts()).toEqual(['05T15', '06T15', '20T15'])
    expect((await mine.put(path, ics(instance('06', '16'), instance('20')))).status).toBe(204)
    expect(await starts()).toEqual(['06T16', '20T15'])
    const series = vevent('UID:talk', `DTSTART:${at('04', '10')}`, 'RRULE:FREQ=DAILY;COUNT=3')
    expect((await mine.put(path, ics(series, instance('06', '17')))).status).toBe(204)
    expect(await starts()).toEqual(['04T10', '05T10', '06T17'])
    expect((await mine.put(path, ics(series))).status).toBe(204)
    expect(await starts()).toEqual(['04T10', '05T10', '06T10'])
    expect((await mine.objects(mine.calendar())).size).toBe(1)
  })

  it('are listed with the etags that they are read with', async () => {
    const mine = await program()
    await mine.put(`${mine.calendar()}lunch.ics`, lunch())
    const [, listed] = responsesIn(
      await mine.propfind(mine.calendar(), '<d:getetag/><d:resourcetype/>', 1),
    )
    const { headers } = await mine.call('GET', `${mine.calendar()}lunch.ics`)
    expect(listed!.properties.getetag).toBe(headers.etag)
    const gzip = await mine.call('GET', `${mine.calendar()}lunch.ics`, {
      headers: { 'Accept-Encoding': 'gzip' },
    })
    expect(gzip.headers.etag).toBe(headers.etag)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('hold hundreds of exceptions of a series, which change and end together', async () => {
    const mine = await program()
    const path = `${mine.calendar()}long.ics`
    const at = (index: number, hours: number) =>
      new Date(Date.UTC(2026, 0, 5 + index, hours)).toISOString().replace(/[-:]|\.\d+/g, '')
    const series = vevent(
      'UID:a',
      `DTSTART:${at(0, 9)}`,
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;COUNT=400',
    )
    const instances = (summary: string) =>
      Array.from({ length: 300 }, (_, index) =>
        vevent(
          ...['UID:a', `RECURRENCE-ID:${at(index, 9)}`, `DTSTART:${at(index, 10)}`],
          ...['DURATION:PT1H', 'CLASS:PRIVATE', `SUMMARY:${summary} ${index}`],
        ),
      )
    const summariesOf = (text: string) => text.match(/SUMMARY:[^\r]*/g) ?? []
    for (const summary of ['First', 'Second']) {
      expect((await mine.put(path, ics(series, ...instances(summary)))).status).toBeLessThan(300)
      const { text } = await mine.call('GET', path)
      expect(summariesOf(text)).toEqual(
        Array.from({ length: 300 }, (_, index) => `SUMMARY:${summary} ${index}`),
      )
    }
    expect((await mine.put(path, ics(series))).status).toBe(204)
    const { text } = await mine.call('GET', path)
    expect([text.match(/BEGIN:VEVENT/g)?.length, summariesOf(text)]).toEqual([1, []])
  })

  it.each([
    ['no text', '', 'valid-calendar-data'],
    ['another text', 'BEGIN:VCARD\r\nEND:VCARD', 'valid-calendar-data'],
    ['an event without a start', ics(vevent('UID:a')), 'valid-calendar-data'],
    ['an event without a UID', ics(vevent(...hour)), 'valid-calendar-data'],
    ['no event', ics(), 'valid-calendar-object-resource'],
    [
      'two events',
      ics(vevent('UID:a', ...hour), vevent('UID:b', ...hour)),
      'valid-calendar-object-resource',
    ],
    [
      'an event twice',
      ics(vevent('UID:a', ...hour), vevent('UID:a', ...hour)),
      'valid-calendar-object-resource',
    ],
    [
      'a message',
      ics('METHOD:REQUEST', vevent('UID:a', ...hour)),
      'valid-calendar-object-resource',
    ],
    ['a task', ics('BEGIN:VTODO\r\nUID:a\r\nEND:VTODO'), 'supported-calendar-component'],
    [
      'an end before the start',
      ics(vevent('UID:a', hour[0]!, 'DTEND:20260504T090000Z')),
      'valid-calendar-data',
    ],
    [
      'a rule that cannot be',
      ics(vevent('UID:a', ...hour, 'RRULE:FREQ=NEVER')),
      'valid-calendar-data',
    ],
    [
      'a control character',
      ics(vevent('UID:a', ...hour, 'DESCRIPTION:a\x07b')),
      'valid-calendar-data',
    ],
    [
      'an event in a zone that is not known',
      ics(vevent('UID:a', 'DTSTART;TZID=Nowhere:20260504T100000')),
      'valid-timezone',
    ],
    [
      'too long a text',
      ics(vevent('UID:a', ...hour, ...Array(30_000).fill('X-A:123456'))),
      'max-resource-size',
    ],
    [
      'too long a text of few characters',
      ics(vevent('UID:a', ...hour, ...Array(2_700).fill(`X-A:${'\u{1f600}'.repeat(25)}`))),
      'max-resource-size',
    ],
    [
      'an event before all times',
      ics(vevent('UID:a', 'DTSTART:09991231T230000Z')),
      'min-date-time',
    ],
    ['an event after all times', ics(vevent('UID:a', 'DTSTART:99900101T000000Z')), 'max-date-time'],
    [
      'events of two organizers',
      ics(
        vevent('UID:a', ...hour, 'RRULE:FREQ=DAILY', 'ORGANIZER:mailto:a@elsewhere.test'),
        vevent(
          ...['UID:a', 'RECURRENCE-ID:20260505T100000Z', ...hour],
          'ORGANIZER:mailto:b@elsewhere.test',
        ),
      ),
      'same-organizer-in-all-components',
    ],
    [
      'too many events',
      ics(
        vevent('UID:a', ...hour, 'RRULE:FREQ=DAILY'),
        ...Array.from({ length: 500 }, () => vevent('UID:a', ...hour)),
      ),
      'max-instances',
    ],
    [
      'an event with too many attendees',
      ics(
        vevent(
          ...['UID:a', ...hour],
          ...Array.from({ length: 201 }, (_, at) => `ATTENDEE:mailto:a${at}@elsewhere.test`),
        ),
      ),
      'max-attendees-per-instance',
    ],
    ['of another version', lunch().replace('VERSION:2.0', 'VERSION:1.0'), 'valid-calendar-data'],
    [
      'an event in an event',
      ics(vevent('UID:a', ...hour, vevent('UID:a', ...hour))),
      'valid-calendar-data',
    ],
    [
      'an event in an alarm',
      ics(vevent('UID:a', ...hour, 'BEGIN:VALARM', vevent('UID:a', ...hour), 'END:VALARM')),
      'valid-calendar-data',
    ],
    ['an event with two UIDs', ics(vevent('UID:a', 'UID:b', ...hour)), 'valid-calendar-data'],
    [
      'an event with the same UID twice',
      ics(vevent('UID:a', 'uid:a', ...hour)),
      'valid-calendar-data',
    ],
    [
      'an event with two starts',
      ics(vevent('UID:a', 'DTSTART:20260503T100000Z', ...hour)),
      'valid-calendar-data',
    ],
    [
      'an event with two durations',
      ics(vevent('UID:a', hour[0]!, 'DURATION:PT1H', 'DURATION:PT2H')),
      'valid-calendar-data',
    ],
    [
      'an event with an end and a duration',
      ics(vevent('UID:a', ...hour, 'DURATION:PT1H')),
      'valid-calendar-data',
    ],
    [
      'an instance at two times',
      ics(
        vevent(
          'UID:a',
          ...hour,
          ...['04', '05'].map((day) => `RECURRENCE-ID:202605${day}T100000Z`),
        ),
      ),
      'valid-calendar-data',
    ],
    ['components too deep', ics(...Array(50).fill('BEGIN:VEVENT')), 'valid-calendar-data'],
  ])('are not %s', async (_, text, precondition) => {
    const mine = await program()
    const reply = await mine.put(`${mine.calendar()}a.ics`, text)
    expect(reply.status).toBe(403)
    expect(reply.text).toContain(`<c:${precondition}`)
    expect((await mine.objects(mine.calendar())).size).toBe(0)
  })

  it.each([
    ...['DTSTART:20260504T100000Z', 'DTEND:20260504T110000Z', 'SEQUENCE:1', 'SUMMARY:Lunch'],
    ...['ORGANIZER:mailto:a@elsewhere.test', 'DESCRIPTION:a', 'LOCATION:a', 'STATUS:CONFIRMED'],
    ...['TRANSP:OPAQUE', 'CLASS:PUBLIC'],
  ])('stay as they are if an event would state %s twice', async (line) => {
    const mine = await program()
    const path = `${mine.calendar()}a.ics`
    const { headers } = await mine.put(path, lunch('Before'))
    const name = /^[A-Z]+/.exec(line)![0]
    const others = lunch('After').replace(new RegExp(`^${name}:.*\\r\\n`, 'm'), '')
    const twice = others.replace('END:VEVENT', `${line}\r\n${line}\r\nEND:VEVENT`)
    const reply = await mine.put(path, twice)
    expect([reply.status, reply.text]).toEqual([
      403,
      expect.stringContaining(`<c:valid-calendar-data/><!-- An event has at most one ${name}. -->`),
    ])
    const got = await mine.call('GET', path)
    expect([got.text, got.headers.etag]).toEqual([lunch('Before'), headers.etag])
  })

  it('can state when they were made twice, as some programs do', async () => {
    const mine = await program()
    const path = `${mine.calendar()}a.ics`
    const text = lunch('Lunch', 'DTSTAMP:20260102T000000Z')
    expect((await mine.put(path, text)).status).toBe(201)
    expect((await mine.call('GET', path)).text).toBe(text)
  })

  it('restore characters that are split by folds, on both wires', async () => {
    const mine = await program()
    const path = `${mine.calendar()}lunch.ics`
    const text = lunch('Café 😀')
    const split = (character: string, at: number) => (bytes: Buffer) => {
      const index = bytes.indexOf(character) + at
      return Buffer.concat([bytes.subarray(0, index), Buffer.from('\r\n '), bytes.subarray(index)])
    }
    const bytes = split('😀', 2)(split('é', 1)(Buffer.from(text)))
    const headers = { 'Content-Type': 'text/calendar' }
    expect((await mine.call('PUT', path, { body: bytes, headers })).status).toBe(201)
    expect((await mine.call('GET', path)).text).toBe(text)
    const file = '/almanac/v1/calendars/primary/import'
    const imported = await mine.call('POST', file, { body: bytes, headers })
    expect([imported.status, imported.json]).toMatchObject([200, { unchanged: 1 }])
    const { items } = await walk(mine.user, eventsOf('primary'))
    expect(items.map(({ summary }) => summary)).toEqual(['Café 😀'])
    const other = Buffer.from(text, 'latin1')
    expect((await mine.call('PUT', path, { body: other, headers })).status).toBe(403)
    expect((await mine.call('POST', file, { body: other, headers })).status).toBe(400)
  })

  it('have limits that the calendar states', async () => {
    const mine = await program()
    const names = [
      'max-resource-size',
      'min-date-time',
      'max-date-time',
      'max-attendees-per-instance',
    ]
    const wanted = names.map((name) => `<c:${name}/>`).join('')
    const [calendar] = responsesIn(await mine.propfind(mine.calendar(), wanted))
    expect(calendar!.properties).toEqual({
      'max-resource-size': '262144',
      'min-date-time': '10000101T000000Z',
      'max-date-time': '99900101T000000Z',
      'max-attendees-per-instance': '200',
    })
  })

  it('have names that are texts of a limited length', async () => {
    const mine = await program()
    for (const [name, status] of [
      ['a%00.ics', 404],
      ['a%0a.ics', 201],
      ['%ed%a0%80.ics', 400],
      [`${'x'.repeat(1_000)}.ics`, 404],
      ['a%2Fb%25.ics', 201],
      [`${encodeURIComponent('Grüße 😀')}.ics`, 201],
    ] as const) {
      const path = mine.calendar() + name
      const put = await mine.put(path, lunch().replace('UID:lunch', `UID:${name}`))
      expect([name, put.status]).toEqual([name, status])
      expect((await mine.call('GET', path)).status).toBe(status === 201 ? 200 : status)
    }
  })

  it('on another calendar of the organizer reach attendees as well', async () => {
    const [mine, theirs] = [await program(), await program()]
    const { calendar } = await mine.user.newCalendar({ summary: 'Club' })
    const people = [
      `ORGANIZER:mailto:${mine.user.email}`,
      `ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:${theirs.user.email}`,
    ]
    const path = `${mine.calendar(calendar.id)}lunch.ics`
    expect((await mine.put(path, lunch('Lunch', ...people))).status).toBe(201)
    const [[, text] = ['', '']] = await theirs.objects(theirs.calendar())
    expect(text).toContain('UID:lunch@program.test')
  })

  it('show what private events have to nobody who may not see it', async () => {
    const [mine, theirs] = [await program(), await program()]
    const scope = { type: 'user', value: theirs.user.email }
    await mine.user.post('/calendars/primary/acl', { role: 'reader', scope })
    const path = `/caldav/v2/${encodeURIComponent(mine.user.email)}/events/`
    await mine.put(`${path}lunch.ics`, lunch('Secret', 'CLASS:PRIVATE', 'X-NOTE:secret'))
    const [text] = (await theirs.objects(path)).values()
    expect(text).toContain('SUMMARY:Busy')
    expect(text).not.toMatch(/secret/i)
    const refused = await theirs.put(`${path}lunch.ics`, lunch())
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('need-privileges')
    expect((await theirs.call('DELETE', `${path}lunch.ics`)).status).toBe(403)
  })
})
