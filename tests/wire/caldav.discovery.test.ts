import { expect, it } from 'vitest'
import { CalendarProgram, davNamespaces, ics, responsesIn, vevent } from '../support/caldav.ts'
import { send } from '../support/http.ts'
import { onEmbedded, onEveryEngine } from '../support/sites.ts'

const order = (properties: Readonly<Record<string, string>>) => Number(properties['calendar-order'])

const appPasswords = '/almanac/v1/users/me/appPasswords'

onEmbedded('discovery by CalDAV', (site) => {
  it('leads from the address of the server to the calendars, with an app password', async () => {
    const user = await site.user()
    await user.newCalendar({ summary: 'Work & "Play"' })
    const { json } = await send(site.base + appPasswords, {
      method: 'POST',
      headers: { Authorization: `Bearer ${user.token}` },
      body: { name: 'Phone' },
    })
    const login = Buffer.from(`${user.email}:${json.password}`).toString('base64')
    const program = new CalendarProgram(user, { Authorization: `Basic ${login}` })
    const known = await program.call('PROPFIND', '/.well-known/caldav')
    expect(known.status).toBe(301)
    const root = known.headers.location!
    const [start] = responsesIn(await program.propfind(root, '<d:current-user-principal/>'))
    const principal = /<d:href>(.*)<\/d:href>/.exec(
      start!.properties['current-user-principal']!,
    )![1]!
    const [me] = responsesIn(
      await program.propfind(principal, '<c:calendar-home-set/><c:calendar-user-address-set/>'),
    )
    expect(me!.properties['calendar-user-address-set']).toContain(`mailto:${user.email}`)
    const home = /<d:href>(.*)<\/d:href>/.exec(me!.properties['calendar-home-set']!)![1]!
    const wanted =
      '<d:resourcetype/><d:displayname/><cs:getctag/><d:sync-token/><ic:calendar-color/>' +
      '<ic:calendar-order/>' +
      '<c:supported-calendar-component-set/><d:current-user-privilege-set/><x:unknown xmlns:x="urn:x"/>'
    const [self, ...contents] = responsesIn(await program.propfind(home, wanted, 1))
    const calendars = contents.filter(({ properties }) =>
      properties.resourcetype!.includes('<c:calendar/>'),
    )
    expect(self!.href).toBe(home)
    expect(calendars.map(({ properties }) => properties.displayname).sort()).toEqual(
      ['Work & "Play"', user.email].sort(),
    )
    const listed = (await user.get('/users/me/calendarList')).json.items as { summary: string }[]
    const inOrder = calendars.toSorted(
      (one, other) => order(one.properties) - order(other.properties),
    )
    expect(inOrder.map(({ properties }) => properties.displayname)).toEqual(
      listed.map(({ summary }) => summary),
    )
    for (const { href, properties, missing } of calendars) {
      expect(href.startsWith(home)).toBe(true)
      expect(properties['calendar-color']).toMatch(/^#[0-9a-f]{6}FF$/i)
      expect(properties['supported-calendar-component-set']).toBe('<c:comp name="VEVENT"/>')
      expect(properties['current-user-privilege-set']).toContain('<d:write/>')
      expect(properties.getctag).not.toBe('')
      expect(properties['sync-token']).toMatch(/^urn:/)
      expect(missing).toEqual(['unknown'])
    }
  })

  it('works from the root of the server as well', async () => {
    const program = new CalendarProgram(await site.user())
    const [root] = responsesIn(await program.propfind('/', '<d:current-user-principal/>'))
    expect(root!.properties['current-user-principal']).toContain('/caldav/users/')
  })

  it("finds the user and the calendars at Google's addresses", async () => {
    const program = new CalendarProgram(await site.user())
    const { email } = program.user
    const [me] = responsesIn(
      await program.propfind(`/caldav/v2/${email}/user`, '<c:calendar-home-set/>'),
    )
    expect(me!.properties['calendar-home-set']).toContain(program.home)
    const events = `/caldav/v2/${email}/events/`
    const [calendar] = responsesIn(await program.propfind(events, '<d:displayname/>'))
    expect(calendar).toMatchObject({ href: expect.stringContaining(events), missing: [] })
  })

  it('says what the server supports, and asks for an app password', async () => {
    const options = await site.call('/caldav/', { method: 'OPTIONS' })
    expect(options.status).toBe(200)
    expect(options.headers.dav).toContain('calendar-access')
    expect(options.headers.allow).toContain('MKCALENDAR')
    const preflight = await site.call('/caldav/', {
      method: 'OPTIONS',
      headers: { Origin: 'https://example.com', 'Access-Control-Request-Method': 'PUT' },
    })
    expect(preflight.status).toBe(204)
    for (const method of [
      'PROPFIND',
      'REPORT',
      'GET',
      'PUT',
      'DELETE',
      'MKCALENDAR',
      'PROPPATCH',
    ]) {
      const refused = await site.call('/caldav/', { method })
      expect([method, refused.status]).toEqual([method, 401])
      expect(refused.headers['www-authenticate']).toMatch(/^Basic /)
    }
    const program = new CalendarProgram(await site.user())
    for (const method of ['LOCK', 'SEARCH', 'TRACE', 'REBIND']) {
      const other = await program.call(method, '/caldav/')
      expect([method, other.status, other.headers.allow]).toEqual([
        method,
        405,
        options.headers.allow,
      ])
    }
  })

  it('hides the principals and homes of others', async () => {
    const [mine, other] = [new CalendarProgram(await site.user()), await site.user()]
    const email = encodeURIComponent(other.email)
    for (const path of [
      `users/${email}/`,
      `calendars/${email}/`,
      `calendars/${email}/${email}/`,
      `calendars/${email}/${email}/a.ics`,
      `v2/${email}/user`,
      `v2/${email}/events/`,
      'nothing/',
      '%/',
      'a/b/c/d/e/f',
    ]) {
      const reply = await mine.propfind(`/caldav/${path}`, '<d:displayname/>')
      expect([path, reply.status]).toEqual([path, path === '%/' ? reply.status : 404])
      expect(reply.status).toBeLessThan(500)
    }
  })

  it('shows users themselves in the collections of principals and homes', async () => {
    const program = new CalendarProgram(await site.user())
    const { email } = program.user
    const names = '<d:principal-collection-set/>'
    const [collection] = responsesIn(await program.propfind(program.home, names))
    const principals = /<d:href>(.*)<\/d:href>/.exec(
      collection!.properties['principal-collection-set']!,
    )![1]!
    const hrefsAt = async (path: string, depth: number) =>
      responsesIn(await program.propfind(path, '<d:resourcetype/>', depth)).map(({ href }) => href)
    expect(await hrefsAt(principals, 0)).toEqual([principals])
    expect(await hrefsAt(principals, 1)).toEqual([principals, `${principals}${email}/`])
    const [homes, home] = await hrefsAt('/caldav/calendars/', 1)
    expect(home).toBe(homes + `${email}/`)
    expect((await program.call('DELETE', principals)).status).toBe(403)
    expect((await program.call('MKCOL', principals)).status).toBe(405)
  })

  it('limits an app password to its scopes', async () => {
    const user = await site.user({ scopes: ['calendar.readonly'] })
    const program = new CalendarProgram(user)
    const path = program.calendar()
    const [calendar] = responsesIn(await program.propfind(path, '<d:current-user-privilege-set/>'))
    expect(calendar!.properties['current-user-privilege-set']).not.toContain('<d:write/>')
    const event = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'
    expect((await program.put(`${path}a.ics`, event)).status).toBe(403)
    expect((await program.call('DELETE', `${path}a.ics`)).status).toBe(403)
    for (const method of ['MKCALENDAR', 'MKCOL']) {
      expect((await program.call(method, `${program.home}new/`)).status).toBe(403)
    }
    const settings = new CalendarProgram(
      await site.user({ scopes: ['calendar.settings.readonly'] }),
    )
    expect((await settings.propfind(settings.calendar(), '<d:displayname/>')).status).toBe(403)
    expect((await settings.propfind(settings.home, '<d:displayname/>', 1)).status).toBe(403)
  })

  it('answers all properties, or their names', async () => {
    const program = new CalendarProgram(await site.user())
    const own = { headers: { Depth: '0' } }
    const all = responsesIn(await program.call('PROPFIND', program.calendar(), own))
    expect(all[0]!.properties.displayname).toBe(program.user.email)
    for (const report of ['calendar-query', 'calendar-multiget', 'sync-collection']) {
      expect(all[0]!.properties['supported-report-set']).toContain(report)
    }
    for (const collation of ['i;ascii-casemap', 'i;octet', 'i;unicode-casemap']) {
      expect(all[0]!.properties['supported-collation-set']).toContain(collation)
    }
    const named = await program.xml(
      'PROPFIND',
      program.calendar(),
      `<d:propfind ${davNamespaces}><d:propname/></d:propfind>`,
      { Depth: '0' },
    )
    expect(responsesIn(named)[0]!.properties).toMatchObject({ displayname: '', 'sync-token': '' })
  })

  it('answers no properties of everything in a collection, as without a depth', async () => {
    const program = new CalendarProgram(await site.user())
    const event = ics(vevent('UID:a', 'DTSTART:20260504T100000Z'))
    const put = await program.put(`${program.calendar()}a.ics`, event)
    expect(put.status).toBe(201)
    for (const headers of [{ Depth: 'infinity' }, {}]) {
      const at = (path: string) => program.call('PROPFIND', path, { headers })
      for (const path of ['/caldav/', program.home, program.calendar(), '/']) {
        const infinite = await at(path)
        expect([infinite.status, infinite.text]).toEqual([
          403,
          expect.stringContaining('propfind-finite-depth'),
        ])
      }
      expect(responsesIn(await at(`${program.calendar()}a.ics`))).toHaveLength(1)
    }
  })

  it.each([
    ['broken XML', '<d:propfind xmlns:d="DAV:"><d:prop>'],
    ['another element', '<x/>'],
    ['a prefix without a namespace', '<d:propfind/>'],
    ['nothing that is asked for', '<d:propfind xmlns:d="DAV:"><d:other/></d:propfind>'],
    ['two ways to ask', '<d:propfind xmlns:d="DAV:"><d:allprop/><d:propname/></d:propfind>'],
    [
      'entities',
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><d:propfind xmlns:d="DAV:">&b;</d:propfind>',
    ],
    ['files', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><d:propfind xmlns:d="DAV:"/>'],
    [
      'depth',
      `<d:propfind xmlns:d="DAV:">${'<d:a>'.repeat(100)}${'</d:a>'.repeat(100)}</d:propfind>`,
    ],
    [
      'many properties',
      `<d:propfind xmlns:d="DAV:"><d:prop>${Array.from({ length: 101 }, (_, at) => `<d:a${at}/>`).join('')}</d:prop></d:propfind>`,
    ],
    [
      'long names',
      `<d:propfind xmlns:d="DAV:"><d:prop><d:${'a'.repeat(10_000)}/></d:prop></d:propfind>`,
    ],
    ['many elements', `<d:propfind xmlns:d="DAV:">${'<d:a/>'.repeat(30_000)}</d:propfind>`],
    ['no text', Buffer.from([0xff, 0xfe, 0x00])],
  ])('refuses %s in a request', async (_, body) => {
    const program = new CalendarProgram(await site.user())
    for (const method of ['PROPFIND', 'REPORT']) {
      const { status } = await program.call(method, program.calendar(), { body })
      expect([400, 403]).toContain(status)
    }
  })
})

onEveryEngine('calendars by CalDAV', (site) => {
  const set = (properties: string) =>
    `<c:mkcalendar ${davNamespaces}><d:set><d:prop>${properties}</d:prop></d:set></c:mkcalendar>`
  const patch = (content: string) =>
    `<d:propertyupdate ${davNamespaces}>${content}</d:propertyupdate>`
  const values = async (program: CalendarProgram, path: string) =>
    responsesIn(
      await program.propfind(
        path,
        '<d:displayname/><ic:calendar-color/><c:calendar-description/><c:calendar-timezone-id/>',
      ),
    )[0]!.properties

  it('are created, changed and deleted', async () => {
    const program = new CalendarProgram(await site.user())
    const path = `${program.home}8F2B-11/`
    const properties =
      '<d:displayname>Clüb &amp; co</d:displayname><ic:calendar-color>#AA0011FF</ic:calendar-color>' +
      '<c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set>'
    expect((await program.xml('MKCALENDAR', path, set(properties))).status).toBe(201)
    expect(await values(program, path)).toMatchObject({
      displayname: 'Clüb & co',
      'calendar-color': '#aa0011FF',
    })
    const again = await program.xml('MKCALENDAR', path, set(properties))
    expect([again.status, again.text]).toEqual([
      403,
      expect.stringContaining('<d:resource-must-be-null/>'),
    ])
    const changed = await program.xml(
      'PROPPATCH',
      path,
      patch(
        '<d:set><d:prop><d:displayname>Club</d:displayname><c:calendar-description>Fun</c:calendar-description>' +
          '<ic:calendar-color>#00ff00</ic:calendar-color><c:calendar-timezone-id>Europe/Berlin</c:calendar-timezone-id></d:prop></d:set>',
      ),
    )
    expect(responsesIn(changed)[0]!.missing).toEqual([])
    expect(await values(program, path)).toEqual({
      displayname: 'Club',
      'calendar-color': '#00ff00FF',
      'calendar-description': 'Fun',
      'calendar-timezone-id': 'Europe/Berlin',
    })
    const refused = await program.xml(
      'PROPPATCH',
      path,
      patch(
        '<d:set><d:prop><d:displayname>No</d:displayname><d:getetag>x</d:getetag></d:prop></d:set>',
      ),
    )
    expect(responsesIn(refused)[0]!.missing.toSorted()).toEqual(['displayname', 'getetag'])
    expect((await values(program, path)).displayname).toBe('Club')
    const removed = await program.xml(
      'PROPPATCH',
      path,
      patch(
        '<d:remove><d:prop><c:calendar-description/><d:a-name-that-is-none/></d:prop></d:remove>',
      ),
    )
    expect(responsesIn(removed)[0]!.missing).toEqual([])
    expect(await values(program, path)).not.toHaveProperty('calendar-description', 'Fun')
    const kept = await program.xml(
      'PROPPATCH',
      path,
      patch('<d:remove><d:prop><d:displayname/></d:prop></d:remove>'),
    )
    expect(responsesIn(kept)[0]!.missing).toEqual(['displayname'])
    expect((await program.call('DELETE', path)).status).toBe(204)
    expect((await program.propfind(path, '<d:displayname/>')).status).toBe(404)
  })

  it('do not change by requests that are none', async () => {
    const program = new CalendarProgram(await site.user())
    const name = '<d:set><d:prop><d:displayname>No</d:displayname></d:prop></d:set>'
    for (const [method, path, body] of [
      ['PROPPATCH', program.calendar(), `<d:propfind ${davNamespaces}>${name}</d:propfind>`],
      ['PROPPATCH', program.calendar(), patch('')],
      ['PROPPATCH', program.calendar(), patch('<d:set><d:prop/></d:set>')],
      ['MKCALENDAR', `${program.home}new/`, patch(name)],
    ] as const) {
      expect((await program.xml(method, path, body)).status).toBe(400)
    }
    expect((await values(program, program.calendar())).displayname).toBe(program.user.email)
    expect((await program.propfind(`${program.home}new/`, '')).status).toBe(404)
  })

  it('are for events, and within the home of the user', async () => {
    const program = new CalendarProgram(await site.user())
    const tasks =
      '<c:supported-calendar-component-set><c:comp name="VTODO"/></c:supported-calendar-component-set>'
    const refused = await program.xml('MKCALENDAR', `${program.home}tasks/`, set(tasks))
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringContaining('supported-calendar-component'),
    ])
    const zone =
      '<c:calendar-timezone>BEGIN:VCALENDAR&#13;\nEND:VCALENDAR&#13;\n</c:calendar-timezone>'
    const unknown = '<c:calendar-timezone-id>Moon/Base</c:calendar-timezone-id>'
    for (const [property, precondition] of [
      [zone, 'valid-calendar-data'],
      [unknown, 'valid-timezone'],
    ] as const) {
      const created = await program.xml('MKCALENDAR', `${program.home}zone/`, set(property))
      expect([created.status, created.text]).toEqual([403, expect.stringContaining(precondition)])
      const changed = await program.xml(
        'PROPPATCH',
        program.calendar(),
        patch(`<d:set><d:prop>${property}</d:prop></d:set>`),
      )
      expect([changed.status, changed.text]).toEqual([
        207,
        expect.stringContaining(`<d:error><c:${precondition}/></d:error>`),
      ])
    }
    for (const path of [
      program.calendar(),
      program.home,
      '/caldav/',
      '/caldav/v2/x@y.test/events/',
    ]) {
      expect((await program.call('MKCALENDAR', path)).status).toBe(403)
    }
    expect((await program.call('DELETE', program.calendar())).status).toBe(403)
    expect((await program.call('DELETE', program.home)).status).toBe(403)
  })

  it('are created by MKCOL as well, and stay at their addresses', async () => {
    const program = new CalendarProgram(await site.user())
    const path = `${program.home}caf%C3%A9%20@%20home/`
    const mkcol = (types: string) =>
      `<d:mkcol ${davNamespaces}><d:set><d:prop><d:resourcetype>${types}</d:resourcetype><d:displayname>Café</d:displayname></d:prop></d:set></d:mkcol>`
    const book = '<d:collection/><x:addressbook xmlns:x="urn:ietf:params:xml:ns:carddav"/>'
    const refused = await program.xml('MKCOL', path, mkcol(book))
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringContaining('valid-resourcetype'),
    ])
    const created = await program.xml('MKCOL', path, mkcol('<d:collection/><c:calendar/>'))
    expect(created.status).toBe(201)
    const listed = responsesIn(await program.propfind(program.home, '<d:displayname/>', 1))
    expect(listed.find(({ properties }) => properties.displayname === 'Café')?.href).toContain(path)
    const long = `${program.home}${'x'.repeat(80)}/`
    expect((await program.call('MKCOL', long)).status).toBe(201)
    expect((await program.propfind(long, '<d:displayname/>')).status).toBe(207)
    const again = await program.call('MKCOL', path)
    expect([again.status, again.headers.allow]).toEqual([405, expect.stringContaining('MKCOL')])
    expect((await program.call('MKCOL', `${path}below`)).status).toBe(409)
    expect((await program.call('MKCOL', '/caldav/v2/new/events/')).status).toBe(403)
    const headers = { 'Content-Type': 'text/plain' }
    const unknown = await program.call('MKCOL', `${program.home}b/`, { body: 'x', headers })
    expect(unknown.status).toBe(415)
    expect((await program.xml('MKCOL', `${program.home}b/`, '<x/>')).status).toBe(415)
  })

  it('of others are renamed and removed for the user alone', async () => {
    const [owner, reader] = [await site.user(), await site.user()]
    const { calendar } = await owner.newCalendar({ summary: 'Team' })
    const scope = { type: 'user', value: reader.email }
    await owner.post(`/calendars/${calendar.id}/acl`, { role: 'reader', scope })
    await reader.post('/users/me/calendarList', { id: calendar.id })
    const program = new CalendarProgram(reader)
    const path = program.calendar(calendar.id)
    const renamed = patch('<d:set><d:prop><d:displayname>Mine</d:displayname></d:prop></d:set>')
    expect((await program.xml('PROPPATCH', path, renamed)).status).toBe(207)
    expect((await values(program, path)).displayname).toBe('Mine')
    expect((await owner.get(`/calendars/${calendar.id}`)).json.summary).toBe('Team')
    const described = patch(
      '<d:set><d:prop><c:calendar-description>x</c:calendar-description></d:prop></d:set>',
    )
    expect((await program.xml('PROPPATCH', path, described)).status).toBe(403)
    expect((await program.call('DELETE', path)).status).toBe(204)
    expect((await owner.get(`/calendars/${calendar.id}`)).status).toBe(200)
    expect((await program.propfind(program.home, '<d:displayname/>', 1)).text).not.toContain('Mine')
  })
})
