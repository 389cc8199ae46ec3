import { describe, expect, it } from 'vitest'
import { McpUser } from '../support/mcp-client.ts'
import { embeddedEngine } from '../support/server.ts'

const lunch = { summary: 'Lunch', startTime: '2030-05-06T12:00:00', endTime: '2030-05-06T13:00:00' }

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
})
