import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { send } from '../support/http.ts'
import { McpUser } from '../support/mcp-client.ts'
import { embeddedEngine } from '../support/server.ts'
import { onEmbedded } from '../support/sites.ts'

const lunch = { summary: 'Lunch', startTime: '2030-05-06T12:00:00', endTime: '2030-05-06T13:00:00' }

const span = { startTime: '2030-05-06T08:00', endTime: '2030-05-07T08:00' }

const rpc = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 7, method, params })

onEmbedded('the endpoint', (site) => {
  const post = async (body: unknown, headers: Record<string, string> = {}) =>
    send(`${site.base}/mcp`, {
      method: 'POST',
      body,
      headers: { Accept: 'application/json, text/event-stream', ...headers },
    })
  const bearer = ({ token }: { readonly token: string }) => ({ Authorization: `Bearer ${token}` })

  const expectRefusedList = async (
    user: { readonly base: string; readonly token: string },
    headers: Record<string, string>,
  ) => {
    const create = rpc('tools/call', { name: 'create_event', arguments: lunch })
    const { status, json } = await post([create, { ...create, id: 8 }], {
      ...bearer(user),
      ...headers,
    })
    const error = { code: -32_600, message: expect.any(String) }
    expect([status, json]).toEqual([400, { jsonrpc: '2.0', id: null, error }])
    await using agent = await McpUser.overHttp(user)
    expect((await agent.call('list_events', span)).data.events).toEqual([])
  }

  it.each([
    ['no token', {}],
    ['an unknown token', { Authorization: 'Bearer nobody' }],
    ['another scheme', { Authorization: 'Basic abc' }],
  ])('tells callers with %s where to sign in', async (_, headers) => {
    const { status, headers: given } = await post(rpc('tools/list'), headers)
    expect(status).toBe(401)
    const metadata = /resource_metadata="([^"]+)"/.exec(String(given['www-authenticate']))![1]!
    const { json } = await send(metadata)
    expect(json).toMatchObject({
      resource: `${site.base}/mcp`,
      authorization_servers: [site.base],
    })
  })

  it('refuses pages of other sites', async () => {
    const user = await site.user()
    const from = (origin: string) => post(rpc('ping'), { ...bearer(user), Origin: origin })
    expect((await from('https://evil.example')).status).toBe(403)
    expect((await from('http://localhost:3000')).status).toBe(200)
    const rebound = { Host: 'evil.example', Origin: 'http://evil.example' }
    expect((await post(rpc('ping'), { ...bearer(user), ...rebound })).status).toBe(403)
  })

  it('names the scopes that a tool needs', async () => {
    const user = await site.user({ scopes: ['calendar.events.readonly'] })
    const call = rpc('tools/call', { name: 'create_event', arguments: lunch })
    const { status, headers, json } = await post(call, bearer(user))
    expect(status).toBe(403)
    expect(headers['www-authenticate']).toMatch(/error="insufficient_scope", scope="\S+"/)
    expect(json).toMatchObject({ id: 7, error: { message: expect.stringContaining('scopes') } })
  })

  it.each<[string, object, Record<string, string>]>([
    ['sessions', {}, {}],
    [
      'stateless requests',
      {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'tests', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
      { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call' },
    ],
  ])('answers plain calls of %s as the library does', async (_, envelope, headers) => {
    const user = await site.user()
    await using agent = await McpUser.overHttp(user)
    const { data } = await agent.call('create_event', { ...lunch, summary: '"\\ Ünïcode' })
    for (const [name, args] of [
      ['list_calendars', {}],
      ['list_events', { startTime: lunch.startTime }],
      ['list_events', { startTime: '2029-01-01T00:00:00', timeZone: 'Asia/Tokyo' }],
      ['get_event', { eventId: data.id }],
      ['get_event', { eventId: 'nothing' }],
      ['search_events', { query: '"\\ Ünïcode' }],
    ] as const) {
      const replies: unknown[] = []
      // A progress token is an option of the protocol, with which the library answers.
      for (const meta of [envelope, { ...envelope, progressToken: 1 }]) {
        const given = Object.keys(meta).length === 0 ? {} : { _meta: meta }
        const { text } = await post(rpc('tools/call', { name, arguments: args, ...given }), {
          ...bearer(user),
          ...headers,
          'Mcp-Name': name,
        })
        replies.push(JSON.parse(text.replace(/^event: message\ndata: /, '')))
      }
      expect(replies[0]).toEqual(replies[1])
      expect(replies[0]).toHaveProperty('result.content')
    }
  })

  it('refuses every tool to tokens without its scopes', async () => {
    const user = await site.user({ scopes: ['userinfo.email'] })
    await using agent = await McpUser.overHttp(user)
    const names = await agent.tools()
    expect(names.length).toBeGreaterThan(10)
    // Undo has the scopes of what it takes back.
    for (const name of names.filter((one) => one !== 'undo')) {
      const { status } = await post(rpc('tools/call', { name, arguments: {} }), bearer(user))
      expect([name, status]).toEqual([name, 403])
    }
  })

  it('refuses every tool that writes to read-only clients', async () => {
    const user = await site.user()
    await using agent = await McpUser.overHttp(user)
    const { tools } = await agent.client.listTools()
    for (const query of ['?readOnly=1', '?readonly=TRUE', '?readOnly=false&readOnly=true']) {
      await using other = await McpUser.overHttp(user, { query })
      expect([query, await other.tools()]).toEqual([query, expect.not.arrayContaining(['undo'])])
    }
    await using reading = await McpUser.overHttp(user, { query: '?readOnly=true' })
    for (const { name, annotations } of tools) {
      // Only tools that there are say that an argument is unknown.
      const called = reading.call(name, { x: 1 })
      if (annotations?.readOnlyHint) expect((await called).text).toContain('no argument x')
      else await expect(called).rejects.toThrow(`no tool ${name}`)
    }
  })

  it('refuses to write for those who may only read', async () => {
    const [owner, reader] = [await site.user(), await site.user()]
    await using owning = await McpUser.overHttp(owner)
    await using reading = await McpUser.overHttp(reader)
    const { data } = await owning.call('create_event', lunch)
    const rule = { type: 'user', value: reader.email, role: 'reader', confirm: true }
    await owning.call('share_calendar', rule)
    const place = { calendarId: owner.email, eventId: data.id }
    expect((await reading.call('get_event', place)).data.summary).toBe('Lunch')
    const writes: [string, object][] = [
      ['create_event', { ...lunch, calendarId: owner.email }],
      ['create_event', { ...lunch, calendarId: owner.email, dryRun: true }],
      ['update_event', { ...place, summary: 'Dinner' }],
      ['update_event', { ...place, summary: 'Dinner', dryRun: true }],
      ['delete_event', { ...place, confirm: true }],
      ['delete_event', { ...place, dryRun: true }],
      ['respond_to_event', { ...place, responseStatus: 'accepted' }],
      ['respond_to_event', { ...place, responseStatus: 'accepted', dryRun: true }],
      ['list_calendar_access', { calendarId: owner.email }],
      ['share_calendar', { ...rule, role: 'owner', calendarId: owner.email }],
      [
        'unshare_calendar',
        { calendarId: owner.email, ruleId: `user:${reader.email}`, confirm: true },
      ],
    ]
    for (const [name, args] of writes) {
      const { isError, text } = await reading.call(name, { ...args })
      expect([name, args, isError, text]).toEqual([
        name,
        args,
        true,
        expect.stringContaining('Next step'),
      ])
    }
    expect((await owning.call('get_event', { eventId: data.id })).data).toEqual(data)
  })

  it.each<[string, unknown, number]>([
    ['nothing', undefined, 400],
    ['a list of nothing', [], 400],
    ['a number', 7, 400],
    ['no JSON', Buffer.from('{'), 400],
    ['deep nesting', Buffer.from('['.repeat(5000)), 400],
    ['an unknown method', rpc('tools/nothing'), 200],
    ['a tool without a name', rpc('tools/call'), 200],
    ['arguments that are a text', rpc('tools/call', { name: 'list_events', arguments: 'x' }), 200],
  ])('answers %s with an error of the protocol', async (_, body, expected) => {
    const user = await site.user()
    const { status, text } = await post(body, {
      ...bearer(user),
      'Content-Type': 'application/json',
    })
    expect(status, text).toBe(expected)
    expect(text).toMatch(/"error":\{"code":-32\d{3}/)
  })

  it.each(['2025-06-18', '2025-11-25'])(
    'refuses lists of messages in a session of %s, and executes none',
    async (protocolVersion) => {
      const user = await site.user()
      const clientInfo = { name: 'tests', version: '1' }
      const opened = await post(
        rpc('initialize', { protocolVersion, capabilities: {}, clientInfo }),
        bearer(user),
      )
      const session = { 'Mcp-Session-Id': String(opened.headers['mcp-session-id']) }
      await expectRefusedList(user, { ...session, 'MCP-Protocol-Version': protocolVersion })
    },
  )

  it.each<[string, Record<string, string>]>([
    ['without a revision', {}],
    ['of 2025-11-25', { 'MCP-Protocol-Version': '2025-11-25' }],
    ['of 2026-07-28', { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call' }],
  ])('refuses lists of messages %s, and executes none', async (_, headers) => {
    await expectRefusedList(await site.user(), headers)
  })

  it.each<[string, string, object, RegExp]>([
    ['no name of a tool', 'tools/call', {}, /name has to be a text/],
    ['a list of arguments', 'tools/call', { name: 'x', arguments: [] }, /arguments has to be an/],
    ['a number for a prompt', 'prompts/get', { name: 'x', arguments: { a: 1 } }, /argument a has/],
    ['no resource', 'resources/read', {}, /uri has to be a text/],
  ])('refuses %s in plain words', async (_, method, params, expected) => {
    const user = await site.user()
    const { text } = await post(rpc(method, params), bearer(user))
    const { error } = JSON.parse(text.replace(/^event: message\ndata: /, ''))
    expect(error).toEqual({ code: -32_602, message: expect.stringMatching(expected) })
  })

  it('lets pages read the session that they have opened', async () => {
    const user = await site.user()
    const { headers } = await post(rpc('ping'), {
      ...bearer(user),
      Origin: 'http://localhost:3000',
    })
    expect(String(headers['access-control-expose-headers']).split(',')).toContain('Mcp-Session-Id')
  })

  it('refuses arguments that are too large, and changes nothing', async () => {
    const user = await site.user()
    await using agent = await McpUser.overHttp(user)
    const create = (description: string) =>
      post(rpc('tools/call', { name: 'create_event', arguments: { ...lunch, description } }), {
        ...bearer(user),
        'Content-Type': 'application/json',
      })
    const huge = 'x'.repeat(3 * 1024 * 1024)
    const plain = await create(huge)
    const refusal = { code: -32_600, message: expect.stringContaining('2097152 bytes') }
    expect([plain.status, plain.json]).toEqual([413, { jsonrpc: '2.0', id: null, error: refusal }])
    const packed = await post(
      gzipSync(JSON.stringify(rpc('tools/call', { name: 'create_event', arguments: { huge } }))),
      { ...bearer(user), 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    )
    expect([packed.status, packed.json]).toMatchObject([413, { error: refusal }])
    const calendarId = 'x'.repeat(1000)
    const { isError } = await agent.call('create_event', { ...lunch, calendarId })
    expect(isError).toBe(true)
    const { data } = await agent.call('list_events', { startTime: lunch.startTime })
    expect(data.events).toEqual([])
  })

  it.each<[string, string, object, RegExp]>([
    ['unknown arguments', 'get_event', { event: 'x' }, /no argument event/],
    ['missing arguments', 'get_event', {}, /eventId/],
    ['empty ids', 'get_event', { eventId: '' }, /eventId/],
    ['wrong types', 'list_events', { pageSize: 'many' }, /pageSize/],
    ['times that are none', 'list_events', { startTime: 'soon' }, /startTime/],
    ['starts that are none', 'create_event', { ...lunch, startTime: 'soon' }, /^startTime has to/],
    ['days that are none', 'create_event', { ...lunch, endTime: 'soon', allDay: true }, /^endTime/],
    [
      'a dry run that ends before it starts',
      'create_event',
      { ...lunch, endTime: '2030-05-06T11:00:00', dryRun: true },
      /endTime has to be after startTime/,
    ],
    [
      'empty spans',
      'list_events',
      { startTime: '2030-01-02', endTime: '2030-01-01' },
      /\(endTime\)/,
    ],
    ['nobody to meet', 'suggest_time', { ...span, attendeeEmails: [] }, /`primary` is the user/],
    [
      'hours that are none',
      'suggest_time',
      { ...span, attendeeEmails: ['primary'], preferences: { startHour: '9' } },
      /startHour has to be a time of day, such as 09:00/,
    ],
    [
      'days that end before they begin',
      'suggest_time',
      { ...span, attendeeEmails: ['primary'], preferences: { startHour: '18:00' } },
      /endHour has to be after/,
    ],
    ['sharing with nobody', 'share_calendar', { type: 'user', role: 'reader' }, /: value\n/],
    [
      'a dry run with an unknown book',
      'add_book_to_shelf',
      { shelfId: '0', volumeId: 'nothing', dryRun: true },
      /Get current ids with list_bookshelves and search_books/,
    ],
    ['unknown zones', 'list_events', { startTime: '2030-01-01T00:00', timeZone: 'Mars' }, /zone/],
    ['a zone that is none', 'create_event', { ...lunch, timeZone: 'Mars' }, /^timeZone has to be/],
    [
      'a dry run in a zone that is none',
      'create_event',
      { ...lunch, timeZone: 'Mars', dryRun: true },
      /^timeZone has to be/,
    ],
    ['unknown calendars', 'list_events', { calendarId: 'nobody@example.com' }, /list_calendars/],
    [
      'ends before starts',
      'create_event',
      { ...lunch, endTime: '2030-05-05T00:00:00' },
      /empty|Next step/,
    ],
    [
      'tokens of other lists',
      'list_events',
      { orderBy: 'startTimeDesc', pageToken: 'x' },
      /pageToken/,
    ],
  ])('tells a model what to do about %s', async (_, name, args, expected) => {
    const user = await site.user()
    await using agent = await McpUser.overHttp(user)
    const { isError, text } = await agent.call(name, { ...args })
    expect(isError).toBe(true)
    expect(text).toMatch(expected)
    expect(text).toContain('\nNext step: ')
  })
})

describe('a server in production', () => {
  it('has no tools until a setting enables them', async () => {
    await using place = await embeddedEngine.place()
    const server = await place.start({ ALMANAC_MODE: 'production' })
    expect((await send(`${server.base}/mcp`, { method: 'POST', body: {} })).status).toBe(404)
    await server.stop()
    const enabled = await place.start({ ALMANAC_MODE: 'production', ALMANAC_MCP: 'readOnly' })
    expect((await send(`${enabled.base}/mcp`, { method: 'POST', body: {} })).status).toBe(401)
    await enabled.stop()
  })
})
