import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { spawnAlmanac } from '../support/almanac-process.ts'
import { as } from '../support/calling.ts'
import { McpUser } from '../support/mcp-client.ts'
import { embeddedEngine } from '../support/server.ts'

const lunch = { summary: 'Lunch', startTime: '2030-05-06T12:00:00', endTime: '2030-05-06T13:00:00' }

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'tests', version: '1' },
  },
}

describe('almanac mcp', () => {
  it.each(['2025-06-18', '2026-07-28'] as const)(
    'serves an agent over standard input and output in revision %s',
    async (revision) => {
      await using place = await embeddedEngine.place()
      await using server = await place.start()
      const user = await server.mint({ email: 'ann@example.com' })
      const words = ['mcp', user.email]
      const questions: string[] = []
      const answer = (question: string) => {
        questions.push(question)
        return { action: 'accept' as const, content: { confirm: true } }
      }
      await using agent = await McpUser.overStdio(words, place.environment, { revision, answer })
      const { data } = await agent.call('create_event', lunch)
      await using other = await McpUser.overHttp({ base: server.base, token: user.token })
      expect((await other.call('get_event', { eventId: data.id })).data.summary).toBe('Lunch')
      await agent.call('delete_event', { eventId: data.id })
      expect(questions).toHaveLength(1)
      expect((await other.call('get_event', { eventId: data.id })).data.status).toBe('cancelled')
    },
  )

  it('answers what was asked before the input ended', async () => {
    await using place = await embeddedEngine.place()
    await using server = await place.start()
    const { email } = await server.mint({ email: 'ann@example.com' })
    const command = spawnAlmanac(['mcp', email], place.environment)
    const calls = ['list_calendars', 'create_event', 'list_events'].map((name, index) => ({
      jsonrpc: '2.0',
      id: index + 2,
      method: 'tools/call',
      params: { name, arguments: name === 'create_event' ? lunch : {} },
    }))
    const messages = [
      initialize,
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      ...calls,
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 9 } },
    ]
    command.stdin!.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''))
    const lines = (await text(command.stdout!)).trim().split('\n')
    const ids = lines.map((line) => JSON.parse(line).id as number)
    expect(ids.toSorted()).toEqual([1, 2, 3, 4])
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('revokes its token when %s ends it', async (signal) => {
    await using place = await embeddedEngine.place()
    await using server = await place.start()
    const { email, token } = await server.mint({ email: 'ann@example.com' })
    const command = spawnAlmanac(['mcp', email], place.environment)
    command.stdin!.write(`${JSON.stringify(initialize)}\n`)
    await once(command.stdout!, 'data')
    const tokens = async () => {
      const { json } = await as(server.base, token).get('/almanac/v1/users/me/tokens')
      return json.items?.map((one) => (one as { clientId?: string }).clientId)
    }
    expect(await tokens()).toContain('cli')
    const ended = once(command, 'exit')
    command.kill(signal)
    expect(await ended).toEqual([0, null])
    expect(await tokens()).not.toContain('cli')
  })
})
