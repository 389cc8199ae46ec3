import { expect, it } from 'vitest'
import { callInBatch } from '../support/batch-call.ts'
import { EventStream } from '../support/event-stream.ts'
import { type HttpCall, send } from '../support/http.ts'
import { McpUser } from '../support/mcp-client.ts'
import { onEmbedded } from '../support/sites.ts'

const lunch = {
  summary: 'Lunch',
  startTime: '2030-05-06T12:00:00Z',
  endTime: '2030-05-06T13:00:00Z',
}
const week = 'almanac://calendars/primary/weeks/2030-05-06'
const otherWeek = 'almanac://calendars/primary/weeks/2030-05-13'

const rpc = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 7, method, params })
const initialization = rpc('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'tests', version: '1' },
})

/** The headers with which a client opens the stream of its session. */
const streamHeaders = (token: string, session: string) => ({
  Accept: 'text/event-stream',
  Authorization: `Bearer ${token}`,
  'Mcp-Session-Id': session,
  'MCP-Protocol-Version': '2025-11-25',
})

onEmbedded('a session of an older revision', (site) => {
  const call = (token: string, options: HttpCall & { readonly session?: string }) =>
    send(`${site.base}/mcp`, {
      method: 'POST',
      ...options,
      headers: {
        Accept: 'application/json, text/event-stream',
        Authorization: `Bearer ${token}`,
        ...(options.session && { 'Mcp-Session-Id': options.session }),
        ...options.headers,
      },
    })
  const open = async (token: string): Promise<string> => {
    const { status, headers, text } = await call(token, { body: initialization })
    expect(status, text).toBe(200)
    const session = String(headers['mcp-session-id'])
    await call(token, { session, body: { jsonrpc: '2.0', method: 'notifications/initialized' } })
    return session
  }

  it('lasts until the client ends it', async () => {
    const { token } = await site.user()
    const session = await open(token)
    expect((await call(token, { session, body: rpc('tools/list') })).status).toBe(200)
    expect((await call(token, { session, method: 'DELETE' })).status).toBe(200)
    expect((await call(token, { session, body: rpc('tools/list') })).status).toBe(404)
  })

  it('belongs to one user, and unknown ones are not found', async () => {
    const [owner, other] = [await site.user(), await site.user()]
    const session = await open(owner.token)
    for (const method of ['POST', 'DELETE'] as const) {
      const options = method === 'POST' ? { body: rpc('tools/list') } : {}
      expect((await call(other.token, { session, method, ...options })).status).toBe(404)
      expect((await call(owner.token, { session: 'nothing', method, ...options })).status).toBe(404)
    }
    expect((await call(owner.token, { session, body: rpc('ping') })).status).toBe(200)
  })

  it('is not opened by clients of the stateless revision, which has none', async () => {
    const { token } = await site.user()
    const version = '2026-07-28'
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const headers = { 'MCP-Protocol-Version': version, 'Mcp-Method': 'initialize' }
    const reply = await call(token, { body: rpc('initialize', { _meta }), headers })
    expect([reply.status, reply.headers['mcp-session-id']]).toEqual([404, undefined])
  })

  it('is not needed for plain requests', async () => {
    const { token } = await site.user()
    const { json } = await call(token, { body: rpc('tools/call', { name: 'list_calendars' }) })
    expect(json).toHaveProperty('result.structuredContent')
  })

  it('tells a client that comes back what it has missed', async () => {
    const { token } = await site.user()
    const session = await open(token)
    const headers = streamHeaders(token, session)
    const create = (summary: string) =>
      call(token, {
        session,
        body: rpc('tools/call', { name: 'create_event', arguments: { ...lunch, summary } }),
      })
    const listen = (others: Record<string, string> = {}) =>
      EventStream.open(`${site.base}/mcp`, { ...headers, ...others })
    await call(token, { session, body: rpc('resources/subscribe', { uri: week }) })
    let lastId: string | undefined
    {
      await using stream = await listen()
      await create('Lunch')
      await stream.until(() => stream.events.length > 0)
      lastId = stream.lastId
    }
    await create('Dinner')
    // The connection is lost, and so is what was sent in the meantime, unless the client says where it was.
    await using again = await listen({ 'Last-Event-ID': lastId! })
    await again.until(() => again.events.length > 0)
    expect(again.events[0]!.data).toMatchObject({
      method: 'notifications/resources/updated',
      params: { uri: week },
    })
    expect(again.lastId).not.toBe(lastId)
    expect((await listen({ 'Last-Event-ID': 'nothing' })).status).toBe(400)
  })

  it('ends the stream that a batch has begun', async () => {
    const { token } = await site.user()
    const session = await open(token)
    const headers = streamHeaders(token, session)
    const [part] = await callInBatch([{ line: 'GET /mcp' }], {
      base: site.base,
      path: '/batch',
      headers,
    })
    expect([part!.status, part!.text]).toEqual([400, expect.stringContaining('A stream cannot')])
    await using stream = await EventStream.open(`${site.base}/mcp`, headers)
    expect(stream.status).toBe(200)
  })

  it('asks the user before it deletes', async () => {
    const questions: string[] = []
    const answer = (question: string) => {
      questions.push(question)
      return { action: 'accept' as const, content: { confirm: true } }
    }
    const user = await site.user()
    await using agent = await McpUser.overHttp(user, { revision: '2025-06-18', answer })
    const { data } = await agent.call('create_event', lunch)
    expect((await agent.call('delete_event', { eventId: data.id })).isError).toBe(false)
    expect(questions).toHaveLength(1)
  })
})

onEmbedded('subscriptions to resources', (site) => {
  it('report weeks and events that have changed in a session', async () => {
    const user = await site.user()
    await using agent = await McpUser.overHttp(user, { revision: '2025-06-18' })
    const updated: string[] = []
    agent.client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      updated.push(params.uri)
    })
    const { data } = await agent.call('create_event', lunch)
    const event = `almanac://calendars/${user.email}/events/${data.id}`
    for (const uri of [week, otherWeek, event]) await agent.client.subscribeResource({ uri })
    await agent.call('update_event', { eventId: data.id, summary: 'Dinner' })
    await expect.poll(() => updated.toSorted()).toEqual([event, week].toSorted())
    await agent.client.unsubscribeResource({ uri: event })
    updated.length = 0
    await agent.call('update_event', { eventId: data.id, startTime: '2030-05-14T12:00:00Z' })
    await expect.poll(() => updated.toSorted()).toEqual([week, otherWeek].toSorted())
  })

  it('report changes to clients of the stateless revision', async () => {
    const user = await site.user()
    await using agent = await McpUser.overHttp(user)
    const updated: string[] = []
    agent.client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      updated.push(params.uri)
    })
    const subscription = await agent.client.listen({ resourceSubscriptions: [week, otherWeek] })
    await agent.call('create_event', lunch)
    await expect.poll(() => updated).toEqual([week])
    await subscription.close()
  })

  it('are refused for what the user cannot read', async () => {
    const [user, other] = [await site.user(), await site.user()]
    await using agent = await McpUser.overHttp(user, { revision: '2025-06-18' })
    await using stateless = await McpUser.overHttp(user)
    for (const uri of [
      `almanac://calendars/${other.email}/weeks/current`,
      'almanac://calendars/primary/events/nothing',
      'almanac://volumes/nothing',
      'almanac://reports/nothing',
      'almanac://nothing',
    ]) {
      await expect(agent.client.subscribeResource({ uri }), uri).rejects.toMatchObject({
        code: -32602,
      })
      const listened = stateless.client.listen({ resourceSubscriptions: [uri] })
      await expect(listened, uri).rejects.toThrow()
    }
  })
})
