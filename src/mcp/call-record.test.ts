import { expect, it } from 'vitest'
import type { AuditNote } from '#/audit/entry.ts'
import { CallRecord } from './call-record.ts'
import type { Tool, ToolContext } from './tool.ts'

type RecordContext = ConstructorParameters<typeof CallRecord>[0]

function recorder() {
  const notes: AuditNote[] = []
  const record = new CallRecord({
    database: { transaction: (body: (tx: unknown) => Promise<void>) => body(undefined) },
    audit: { noteIn: async (_: unknown, note: AuditNote) => void notes.push(note) },
    clock: { nowMs: () => 0 },
  } as unknown as RecordContext)
  const callers = new Map<string, object>()
  const tools = new Map<string, Tool>()
  const read = (name: string, { args = {}, userId = 'u', outcome = 'success' as const } = {}) => {
    const caller = callers.getOrInsertComputed(userId, () => ({
      userId,
      email: `${userId}@example.com`,
      clientId: 'c',
    }))
    const tool = tools.getOrInsertComputed(name, () => ({ name }) as Tool)
    const context = { caller, peer: '127.0.0.1' } as unknown as ToolContext
    record.noteRead(tool, { args, context }, outcome)
  }
  return { notes, record, read }
}

it('makes one entry of the reads of a client with the same tool, with the digests of all', async () => {
  const { notes, record, read } = recorder()
  read('get_event', { args: { eventId: 'a' } })
  read('get_event', { args: { eventId: 'b' } })
  read('get_event', { args: { eventId: 'a' } })
  read('list_events')
  read('get_event', { args: { eventId: 'a' }, userId: 'v' })
  await record.flush()
  const [gets, lists, others] = notes
  expect(notes.map(({ action, actorId, times }) => [action, actorId, times])).toEqual([
    ['mcp.get_event', 'u', 3],
    ['mcp.list_events', 'u', 1],
    ['mcp.get_event', 'v', 1],
  ])
  const [first, second, third] = gets!.details!.arguments as string[]
  expect([first === third, first === second]).toEqual([true, false])
  expect(others!.details!.arguments).toBe(first)
  expect(lists!.details).toEqual({ arguments: expect.any(String), effect: 'none' })
})

it('names every read, also if there are more than fit into an entry', async () => {
  const { notes, record, read } = recorder()
  for (let index = 0; index < 99; index++) read('get_event', { args: { index } })
  await record.flush()
  const digests = notes.flatMap(({ details }) => details!.arguments as string[])
  expect(new Set(digests).size).toBe(99)
  for (const { details } of notes) expect(JSON.stringify(details).length).toBeLessThan(2000)
})
