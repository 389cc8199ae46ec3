import { expect, it } from 'vitest'
import { CalendarProgram, davNamespaces, ics, responsesIn, vevent } from '../support/caldav.ts'
import { eventsOf, walk } from '../support/imported-events.ts'
import { onEveryEngine } from '../support/sites.ts'

const on = (uid: string, day: string, ...lines: string[]) =>
  ics(
    vevent(
      `UID:${uid}`,
      `DTSTART:${day}T100000Z`,
      `DTEND:${day}T110000Z`,
      `SUMMARY:Event ${uid}`,
      ...lines,
    ),
  )

const namesIn = (reply: Parameters<typeof responsesIn>[0]) =>
  responsesIn(reply)
    .map(({ href }) => decodeURIComponent(href.split('/').at(-1)!))
    .sort()

const range = (start: string, end: string) => `<c:time-range start="${start}" end="${end}"/>`
const events = (content: string) =>
  `<d:prop><d:getetag/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">${content}</c:comp-filter></c:comp-filter></c:filter>`

onEveryEngine('reports of CalDAV', (site) => {
  async function filled() {
    const program = new CalendarProgram(await site.user())
    const path = program.calendar()
    await program.put(`${path}a.ics`, on('a', '20260504'))
    await program.put(`${path}b.ics`, on('b', '20260604', 'LOCATION:Café', 'CATEGORIES:x'))
    await program.put(`${path}daily.ics`, on('daily', '20260501', 'RRULE:FREQ=DAILY;COUNT=10'))
    await program.put(
      `${path}day.ics`,
      ics(vevent('UID:day', 'DTSTART;VALUE=DATE:20260504', 'SUMMARY:Holiday')),
    )
    return { program, path }
  }
  const query = (program: CalendarProgram, path: string, content: string) =>
    program.report(path, 'c:calendar-query', events(content))

  it('return the same from memory as from the database, after each change', async () => {
    const { program, path } = await filled()
    const { user } = program
    const wide = range('20260101T000000Z', '20270101T000000Z')
    const content = events(wide).replace('<d:getetag/>', '<d:getetag/><c:calendar-data/>')
    const shown = async () =>
      new Map(
        responsesIn(await program.report(path, 'c:calendar-query', content)).map(
          ({ href, properties }) => [href, [properties.getetag, properties['calendar-data']]],
        ),
      )
    // A calendar is held in memory after it was read a few times.
    for (let reads = 0; reads < 5; reads++) await shown()
    const within = range('20260504T103000Z', '20260508T000000Z')
    expect(namesIn(await query(program, path, within))).toEqual(['a.ics', 'daily.ics', 'day.ics'])
    const between = range('20260506T120000Z', '20260604T103000Z')
    expect(namesIn(await query(program, path, between))).toEqual(['b.ics', 'daily.ics'])
    const daily = (await walk(user, eventsOf('primary'), { iCalUID: 'daily' })).items[0]!.id
    const changes = [
      () => user.patch(`${eventsOf('primary')}/${daily}`, { summary: 'Later' }),
      () => user.patch(`${eventsOf('primary')}/${daily}_20260503T100000Z`, { location: 'Yard' }),
      () => user.delete(`${eventsOf('primary')}/${daily}_20260504T100000Z`),
      () => program.put(`${path}a.ics`, on('a', '20260504', 'X-MOOD:fine')),
      () => user.patch(`${eventsOf('primary')}/${daily}`, { reminders: { useDefault: false } }),
      () => program.call('DELETE', `${path}day.ics`),
      () => program.call('MOVE', `${path}b.ics`, { headers: { Destination: `${path}moved.ics` } }),
      () => program.put(`${path}b.ics`, on('other', '20260605')),
    ]
    for (const change of changes) {
      expect((await change()).status).toBeLessThan(300)
      const queried = await shown()
      // Without a range, all rows are read from the database.
      const listed = responsesIn(await program.propfind(path, '<d:getetag/>', 1)).slice(1)
      const etags = [...queried].map(([href, [etag]]) => [href, etag])
      expect(etags.sort()).toEqual(listed.map((one) => [one.href, one.properties.getetag]).sort())
      for (const [href, [etag, text]] of queried) {
        const got = await program.call('GET', href)
        expect([got.headers.etag, got.text]).toEqual([etag, text])
      }
    }
    expect([...(await shown()).values()].join()).toContain('X-MOOD:fine')
  })

  it('find what is in a range of time', async () => {
    const { program, path } = await filled()
    const inRange = async (start: string, end: string) =>
      namesIn(await query(program, path, range(start, end)))
    expect(await inRange('20260504T000000Z', '20260505T000000Z')).toEqual([
      'a.ics',
      'daily.ics',
      'day.ics',
    ])
    expect(await inRange('20260504T110000Z', '20260504T120000Z')).toEqual(['day.ics'])
    expect(await inRange('20260510T110000Z', '20260601T000000Z')).toEqual([])
    expect(await inRange('20260601T000000Z', '20260701T000000Z')).toEqual(['b.ics'])
    const open = await query(program, path, '<c:time-range start="20260601T000000Z"/>')
    expect(namesIn(open)).toEqual(['b.ics'])
    // An instance that is moved is found where it is.
    const [, , second] = (
      await walk(program.user, eventsOf('primary'), {
        singleEvents: 'true',
        orderBy: 'startTime',
        q: 'daily',
      })
    ).items
    await program.user.patch(`${eventsOf('primary')}/${second!.id}`, {
      start: { dateTime: '2026-07-01T10:00:00Z' },
      end: { dateTime: '2026-07-01T11:00:00Z' },
    })
    expect(await inRange('20260701T000000Z', '20260702T000000Z')).toEqual(['daily.ics'])
    expect(await inRange('20260503T000000Z', '20260504T000000Z')).toEqual([])
  })

  it('find by properties', async () => {
    const { program, path } = await filled()
    const found = async (content: string) => namesIn(await query(program, path, content))
    const match = (name: string, text: string, attributes = '') =>
      `<c:prop-filter name="${name}"><c:text-match ${attributes}>${text}</c:text-match></c:prop-filter>`
    expect(await found(match('LOCATION', 'cAFé'))).toEqual(['b.ics'])
    expect(await found(match('LOCATION', 'CAFÉ'))).toEqual([])
    expect(await found(match('LOCATION', 'CAFÉ', 'collation="i;unicode-casemap"'))).toEqual([
      'b.ics',
    ])
    expect(await found(match('LOCATION', 'CAFÉ', 'collation="i;octet"'))).toEqual([])
    expect(await found(match('SUMMARY', 'Event', 'negate-condition="yes"'))).toEqual(['day.ics'])
    const none = '<c:prop-filter name="RRULE"><c:is-not-defined/></c:prop-filter>'
    expect(await found(none)).toEqual(['a.ics', 'b.ics', 'day.ics'])
    const zoned =
      '<c:prop-filter name="DTSTART"><c:param-filter name="VALUE"><c:text-match>date</c:text-match></c:param-filter></c:prop-filter>'
    expect(await found(zoned)).toEqual(['day.ics'])
    expect(await found('<c:comp-filter name="VALARM"/>')).toEqual([])
    const stamped = `<c:prop-filter name="DTSTAMP">${range('20260101T000000Z', '20260101T000001Z')}</c:prop-filter>`
    expect(await found(stamped)).toEqual(['a.ics', 'b.ics', 'daily.ics', 'day.ics'])
    const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT15M', 'END:VALARM']
    await program.put(`${path}b.ics`, on('b', '20260604', ...alarm))
    const goesOff = (start: string, end: string) =>
      found(`<c:comp-filter name="VALARM">${range(start, end)}</c:comp-filter>`)
    expect(await goesOff('20260604T094500Z', '20260604T094600Z')).toEqual(['b.ics'])
    expect(await goesOff('20260604T100000Z', '20260604T110000Z')).toEqual([])
    expect(await found(match('UID', 'a') + range('20260504T000000Z', '20260505T000000Z'))).toEqual([
      'a.ics',
      'daily.ics',
      'day.ics',
    ])
    const tasks = await program.report(
      path,
      'c:calendar-query',
      `<d:prop><d:getetag/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VTODO">${range('20260504T000000Z', '20260505T000000Z')}</c:comp-filter></c:comp-filter></c:filter>`,
    )
    expect(namesIn(tasks)).toEqual([])
  })

  it('about an object concern it alone', async () => {
    const { program, path } = await filled()
    const day = events(range('20260504T000000Z', '20260505T000000Z'))
    const found = async (name: string, content: string) =>
      namesIn(await program.report(path + name, 'c:calendar-query', content))
    expect(await found('a.ics', events(''))).toEqual(['a.ics'])
    expect(await found('a.ics', day)).toEqual(['a.ics'])
    expect(await found('b.ics', day)).toEqual([])
    const other = `<d:prop><d:getetag/></d:prop><d:href>${path}a.ics</d:href><d:href>${path}b.ics</d:href>`
    const several = responsesIn(await program.report(`${path}a.ics`, 'c:calendar-multiget', other))
    expect(several.map(({ status }) => status)).toEqual([undefined, 404])
    for (const report of ['d:sync-collection', 'c:free-busy-query']) {
      const refused = await program.report(`${path}a.ics`, report, '<d:sync-token/>')
      expect([refused.status, refused.text]).toEqual([
        403,
        expect.stringContaining('supported-report'),
      ])
    }
    const missing = await program.report(`${path}none.ics`, 'c:calendar-query', events(''))
    expect(missing.status).toBe(404)
  })

  it('return several objects at once', async () => {
    const { program, path } = await filled()
    const wanted = ['a.ics', 'missing.ics', 'b.ics', 'a.ics'].map(
      (name) => `<d:href>${path}${name}</d:href>`,
    )
    const b = await program.call('GET', `${path}b.ics`)
    // A calendar is held in memory after it was read a few times.
    for (let reads = 0; reads < 5; reads++) {
      const reply = await program.report(
        path,
        'c:calendar-multiget',
        `<d:prop><d:getetag/><c:calendar-data/></d:prop>${wanted.join('')}<d:href>/elsewhere/a.ics</d:href>`,
      )
      const responses = responsesIn(reply)
      const statuses = responses.map(({ status }) => status)
      expect(statuses).toEqual([undefined, 404, undefined, undefined, 404])
      const texts = responses.map(({ properties }) => properties['calendar-data'])
      const a = on('a', '20260504')
      expect(texts).toEqual([a, undefined, b.text, a, undefined])
      expect(responses[2]!.properties.getetag).toBe(b.headers.etag)
    }
  })

  it('tell what has changed since a token', async () => {
    const { program, path } = await filled()
    const sync = async (token: string, more = '') => {
      const reply = await program.report(
        path,
        'd:sync-collection',
        `<d:sync-token>${token}</d:sync-token><d:sync-level>1</d:sync-level>${more}<d:prop><d:getetag/></d:prop>`,
      )
      const responses = responsesIn(reply)
      const last = (href: string) => href.split('/').at(-1)!
      return {
        changed: responses
          .filter(({ status }) => status === undefined)
          .map(({ href }) => last(href))
          .sort(),
        removed: responses
          .filter(({ status }) => status === 404)
          .map(({ href }) => last(href))
          .sort(),
        isTruncated: responses.some(({ status }) => status === 507),
        token: /<d:sync-token>(.*?)<\/d:sync-token>/.exec(reply.text)![1]!,
      }
    }
    const first = await sync('')
    expect(first.changed).toEqual(['a.ics', 'b.ics', 'daily.ics', 'day.ics'])
    expect(await sync(first.token)).toMatchObject({ changed: [], removed: [] })
    await program.put(`${path}a.ics`, on('a', '20260504', 'X-NOTE:only iCalendar can say this'))
    await program.call('DELETE', `${path}b.ics`)
    const created = await program.user.post(eventsOf('primary'), {
      summary: 'By the API',
      start: { date: '2026-05-01' },
      end: { date: '2026-05-02' },
    })
    const [, instance] = (
      await walk(program.user, eventsOf('primary'), {
        singleEvents: 'true',
        orderBy: 'startTime',
        q: 'daily',
      })
    ).items
    await program.user.delete(`${eventsOf('primary')}/${instance!.id}`)
    const second = await sync(first.token)
    expect(second).toMatchObject({
      changed: ['a.ics', 'daily.ics', `${created.json.id}.ics`].sort(),
      removed: ['b.ics'],
      isTruncated: false,
    })
    // In portions, nothing is lost.
    const seen: string[] = []
    let part = await sync(first.token, '<d:limit><d:nresults>1</d:nresults></d:limit>')
    for (let count = 0; count < 10; count++) {
      seen.push(...part.changed, ...part.removed)
      if (!part.isTruncated) break
      part = await sync(part.token, '<d:limit><d:nresults>1</d:nresults></d:limit>')
    }
    expect([...new Set(seen)].sort()).toEqual([...second.changed, 'b.ics'].sort())
    for (const token of ['nonsense', 'urn:almanac:sync:nonsense', 'http://example.com/1']) {
      const refused = await program.report(
        path,
        'd:sync-collection',
        `<d:sync-token>${token}</d:sync-token><d:prop/>`,
      )
      expect([refused.status, refused.text]).toEqual([
        403,
        expect.stringContaining('valid-sync-token'),
      ])
    }
  })

  it('bring a copy up to date from memory, after each change', async () => {
    const { program, path } = await filled()
    const { user } = program
    type Copy = ReadonlyMap<string, string | undefined>
    const sync = async (copy: Copy, token: string) => {
      const content = `<d:sync-token>${token}</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop>`
      const reply = await program.report(path, 'd:sync-collection', content)
      const synced = new Map(copy)
      for (const { href, status, properties } of responsesIn(reply)) {
        if (status === 404) synced.delete(href)
        else synced.set(href, properties.getetag)
      }
      return { copy: synced, token: /<d:sync-token>(.*?)<\/d:sync-token>/.exec(reply.text)![1]! }
    }
    // It reads all rows from the database.
    const listed = async () => {
      const responses = responsesIn(await program.propfind(path, '<d:getetag/>', 1)).slice(1)
      return new Map(responses.map(({ href, properties }) => [href, properties.getetag]))
    }
    const first = await sync(new Map(), '')
    // A calendar is held in memory after it was read a few times.
    for (let reads = 0; reads < 5; reads++) await sync(first.copy, first.token)
    const daily = (await walk(user, eventsOf('primary'), { iCalUID: 'daily' })).items[0]!.id
    const move = (name: string, newName: string) =>
      program.call('MOVE', path + name, { headers: { Destination: path + newName } })
    const changes = [
      () => program.put(`${path}a.ics`, on('a', '20260504', 'X-MOOD:fine')),
      () => user.patch(`${eventsOf('primary')}/${daily}_20260503T100000Z`, { location: 'Yard' }),
      () => user.delete(`${eventsOf('primary')}/${daily}_20260504T100000Z`),
      () => program.put(`${path}new.ics`, on('new', '20260505')),
      () => move('new.ics', 'moved.ics'),
      () => program.put(`${path}new.ics`, on('newer', '20260506')),
      () => move('moved.ics', 'again.ics'),
      () => program.call('DELETE', `${path}new.ics`),
      () => program.put(`${path}new.ics`, on('newest', '20260507')),
      () => user.delete(`${eventsOf('primary')}/${daily}`),
      () => program.call('DELETE', `${path}again.ics`),
    ]
    let latest = first
    for (const change of changes) {
      expect((await change()).status).toBeLessThan(300)
      latest = await sync(latest.copy, latest.token)
      expect(latest.copy).toEqual(await listed())
      const fromFirst = await sync(first.copy, first.token)
      expect(fromFirst.copy).toEqual(latest.copy)
    }
    expect([...latest.copy.keys()].map((href) => href.split('/').at(-1)).sort()).toEqual([
      'a.ics',
      'b.ics',
      'day.ics',
      'new.ics',
    ])
  })

  it('change the ctag and the token with every change', async () => {
    const { program, path } = await filled()
    const ctag = async () =>
      responsesIn(await program.propfind(path, '<cs:getctag/>'))[0]!.properties.getctag
    const before = await ctag()
    expect(await ctag()).toBe(before)
    await program.put(`${path}a.ics`, on('a', '20260504', 'X-NOTE:1'))
    expect(await ctag()).not.toBe(before)
  })

  it('tell when time is taken', async () => {
    const { program, path } = await filled()
    const busy = await program.report(
      path,
      'c:free-busy-query',
      range('20260504T000000Z', '20260505T000000Z'),
    )
    expect(busy.status).toBe(200)
    expect(busy.text).toContain('FREEBUSY;FBTYPE=BUSY:20260504T')
    expect(busy.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect((await program.report(path, 'c:free-busy-query', '')).status).toBe(400)
    const long = await program.report(
      path,
      'c:free-busy-query',
      range('20260504T000000Z', '20960504T000000Z'),
    )
    expect([long.status, long.text]).toEqual([
      507,
      expect.stringContaining('<d:number-of-matches-within-limits/>'),
    ])
  })

  it('tell when only tentative events take time', async () => {
    const { program, path } = await filled()
    const tentative = (uid: string, ...lines: string[]) =>
      program.put(`${path}${uid}.ics`, ics(vevent(`UID:${uid}`, ...lines, 'STATUS:TENTATIVE')))
    await tentative('t', 'DTSTART:20270104T080000Z', 'DTEND:20270104T120000Z')
    await tentative('day', 'DTSTART;VALUE=DATE:20270106')
    await tentative(
      'free',
      'DTSTART:20270107T080000Z',
      'DTEND:20270107T090000Z',
      'TRANSP:TRANSPARENT',
    )
    const sure = vevent('UID:s', 'DTSTART:20270104T090000Z', 'DTEND:20270104T100000Z')
    await program.put(`${path}s.ics`, ics(sure))
    const { text } = await program.report(
      path,
      'c:free-busy-query',
      range('20270104T000000Z', '20270110T000000Z'),
    )
    expect(text.match(/FREEBUSY;.*/g)).toEqual([
      'FREEBUSY;FBTYPE=BUSY-TENTATIVE:20270104T080000Z/20270104T090000Z',
      'FREEBUSY;FBTYPE=BUSY:20270104T090000Z/20270104T100000Z',
      'FREEBUSY;FBTYPE=BUSY-TENTATIVE:20270104T100000Z/20270104T120000Z',
      'FREEBUSY;FBTYPE=BUSY-TENTATIVE:20270106T000000Z/20270107T000000Z',
    ])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each([
    ['without a filter', '<d:prop/>', 'valid-filter'],
    [
      'for another collation',
      events(
        '<c:prop-filter name="UID"><c:text-match collation="x">a</c:text-match></c:prop-filter>',
      ),
      'supported-collation',
    ],
    ['with an empty range', events(range('20260505T000000Z', '20260504T000000Z')), 'valid-filter'],
    ['with a range that is none', events(range('yesterday', '20260504T000000Z')), 'valid-filter'],
    [
      'for two ranges',
      events(range('20260504T000000Z', '20260505T000000Z').repeat(2)),
      'supported-filter',
    ],
    [
      'for the times of what has none',
      events(
        `<c:comp-filter name="VTIMEZONE">${range('20260504T000000Z', '20260505T000000Z')}</c:comp-filter>`,
      ),
      'valid-filter',
    ],
    ['with a range without bounds', events('<c:time-range/>'), 'valid-filter'],
    ['for events in events', events('<c:comp-filter name="VEVENT"/>'), 'valid-filter'],
    [
      'for the times of a text',
      events(
        `<c:prop-filter name="SUMMARY">${range('20260504T000000Z', '20260505T000000Z')}</c:prop-filter>`,
      ),
      'valid-filter',
    ],
    [
      'for another type',
      events('').replace('<d:getetag/>', '<c:calendar-data content-type="application/json"/>'),
      'supported-calendar-data',
    ],
    [
      'for another version',
      events('').replace('<d:getetag/>', '<c:calendar-data version="3.0"/>'),
      'supported-calendar-data',
    ],
    ['in a zone that is none', `${events('')}<c:timezone>x</c:timezone>`, 'valid-calendar-data'],
    [
      'with too many conditions',
      events('<c:prop-filter name="UID"><c:is-not-defined/></c:prop-filter>'.repeat(100)),
      'supported-filter',
    ],
    [
      'for too long a text',
      events(
        `<c:prop-filter name="UID"><c:text-match>${'a'.repeat(1_001)}</c:text-match></c:prop-filter>`,
      ),
      'supported-filter',
    ],
    ['in an unknown zone', `${events('')}<c:timezone-id>x/y</c:timezone-id>`, 'valid-timezone'],
  ])('refuse a query %s', async (_, content, precondition) => {
    const program = new CalendarProgram(await site.user())
    const reply = await program.report(program.calendar(), 'c:calendar-query', content)
    expect(reply.status).toBe(403)
    expect(reply.text).toContain(precondition)
  })

  it('have whole days in the zone of the query', async () => {
    const { program, path } = await filled()
    const zones = {
      UTC: ['day.ics'],
      'Asia/Tokyo': [],
      'America/New_York': ['day.ics'],
    }
    // The last hour of 4 May in UTC.
    const content = events(range('20260504T230000Z', '20260505T000000Z'))
    for (const [zone, names] of Object.entries(zones)) {
      const byName = `${content}<c:timezone-id>${zone}</c:timezone-id>`
      const described = `${content}<c:timezone>${ics(`BEGIN:VTIMEZONE\r\nTZID:${zone}\r\nEND:VTIMEZONE`)}</c:timezone>`
      for (const query of [byName, described]) {
        expect(namesIn(await program.report(path, 'c:calendar-query', query))).toEqual(names)
      }
    }
  })

  it('return the part of the text that a program wants', async () => {
    const { program, path } = await filled()
    const uid = 'UID:series'
    const times = (day: string) => [`DTSTART:${day}T100000Z`, `DTEND:${day}T110000Z`]
    const exception = (day: string) =>
      vevent(uid, `RECURRENCE-ID:${day}T100000Z`, ...times(day), `SUMMARY:On ${day}`)
    const whole = ics(
      vevent(uid, ...times('20260501'), 'RRULE:FREQ=DAILY;COUNT=20', 'SUMMARY:Series'),
      exception('20260503'),
      exception('20260510'),
    )
    await program.put(`${path}series.ics`, whole)
    const textOf = async (content: string) => {
      const data = `<c:calendar-data>${content}</c:calendar-data>`
      const query = events(
        '<c:prop-filter name="UID"><c:text-match>series</c:text-match></c:prop-filter>',
      )
      const asked = query.replace('<d:getetag/>', data)
      const reply = await program.report(path, 'c:calendar-query', asked)
      const href = `<d:prop>${data}</d:prop><d:href>${path}series.ics</d:href>`
      const got = await program.report(path, 'c:calendar-multiget', href)
      const [one, other] = [reply, got].map(
        (answer) => responsesIn(answer)[0]!.properties['calendar-data'],
      )
      expect(one).toBe(other)
      return one!
    }
    const day = 'start="20260503T000000Z" end="20260504T000000Z"'
    const limited = await textOf(`<c:limit-recurrence-set ${day}/>`)
    expect(limited.match(/^SUMMARY:.*/gm)).toEqual(['SUMMARY:Series', 'SUMMARY:On 20260503'])
    expect(await textOf(`<c:limit-freebusy-set ${day}/>`)).toBe(whole)
    const parts =
      '<c:comp name="VCALENDAR"><c:prop name="VERSION"/><c:comp name="VEVENT">' +
      '<c:prop name="SUMMARY"/><c:prop name="UID" novalue="yes"/></c:comp></c:comp>'
    expect((await textOf(`${parts}<c:expand ${day}/>`)).split('\r\n')).toEqual([
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:', 'SUMMARY:On 20260503'],
      ...['END:VEVENT', 'END:VCALENDAR', ''],
    ])
  })

  it('return all instances of a series, or none if they are too many', async () => {
    const program = new CalendarProgram(await site.user())
    const path = program.calendar()
    await program.put(`${path}daily.ics`, on('daily', '20260501', 'RRULE:FREQ=DAILY'))
    const expanded = (end: string) => {
      const data = `<c:calendar-data><c:expand start="20260501T000000Z" end="${end}T000000Z"/></c:calendar-data>`
      const href = `<d:href>${path}daily.ics</d:href>`
      return program.report(path, 'c:calendar-multiget', `<d:prop>${data}</d:prop>${href}`)
    }
    expect((await expanded('20290501')).text.match(/BEGIN:VEVENT/g)).toHaveLength(1_096)
    const refused = await expanded('20460501')
    expect([refused.status, refused.text]).toEqual([
      507,
      expect.stringContaining('<d:number-of-matches-within-limits/>'),
    ])
  })

  it('leave out time zones for programs that know them', async () => {
    const program = new CalendarProgram(await site.user())
    const time = { dateTime: '2026-05-04T10:00:00', timeZone: 'Europe/Berlin' }
    const { json } = await program.user.post(eventsOf('primary'), { start: time, end: time })
    const path = `${program.calendar()}${json.id}.ics`
    const without = { headers: { 'CalDAV-Timezones': 'F' } }
    const { text, headers } = await program.call('GET', path, without)
    expect(text).toContain('DTSTART;TZID=Europe/Berlin:20260504T100000')
    expect(text).not.toContain('VTIMEZONE')
    expect([headers.vary].flat().join()).toContain('CalDAV-Timezones')
    expect(headers.dav).toContain('calendar-no-timezone')
    expect((await program.call('GET', path)).text).toContain('BEGIN:VTIMEZONE')
    const multiget = `<c:calendar-multiget ${davNamespaces}><d:prop><c:calendar-data/></d:prop><d:href>${path}</d:href></c:calendar-multiget>`
    const reply = await program.xml('REPORT', program.calendar(), multiget, without.headers)
    expect(reply.text).not.toContain('VTIMEZONE')
    // A program can send the text without the zone again.
    expect((await program.put(path, text)).status).toBe(204)
    expect((await program.call('GET', path)).text).toBe(text)
  })

  it('have limits', async () => {
    const program = new CalendarProgram(await site.user())
    const hrefs = '<d:href>/a.ics</d:href>'.repeat(2_001)
    const reply = await program.report(
      program.calendar(),
      'c:calendar-multiget',
      `<d:prop><d:getetag/></d:prop>${hrefs}`,
    )
    expect([reply.status, reply.text]).toEqual([
      507,
      expect.stringContaining('<d:number-of-matches-within-limits/>'),
    ])
    const parts = `<c:comp name="VCALENDAR">${'<c:prop name="A"/>'.repeat(200)}</c:comp>`
    const selection = events('').replace(
      '<d:getetag/>',
      `<c:calendar-data>${parts}</c:calendar-data>`,
    )
    const refused = await program.report(program.calendar(), 'c:calendar-query', selection)
    expect(refused.status).toBe(400)
  })

  it('are refused where there are none', async () => {
    const { program, path } = await filled()
    for (const [at, name] of [
      [path, 'd:principal-match'],
      [program.home, 'c:calendar-query'],
      ['/caldav/', 'd:sync-collection'],
    ] as const) {
      const reply = await program.report(at, name, '')
      expect([reply.status, reply.text]).toEqual([403, expect.stringContaining('supported-report')])
    }
  })
})
