import { Server } from '@modelcontextprotocol/server'
import { afterEach, expect, it, vi } from 'vitest'
import type { User } from '#/contract/operation.ts'
import type { Clock } from '#/kernel/clock.ts'
import { secureRandomBytes } from '#/kernel/randomness.ts'
import { Sessions } from './sessions.ts'

const minuteMs = 60_000
const user = (userId: string): User => ({
  kind: 'user',
  userId,
  email: `${userId}@example.com`,
  clientId: 'client',
  scopes: new Set(),
})

let open: Sessions | undefined
afterEach(() => {
  open?.closeAll()
  vi.useRealTimers()
})

/** Sessions with a clock that only the test advances. */
function sessionsAt() {
  const time = { ms: 0 }
  const sessions = new Sessions({
    clock: { machineMs: () => time.ms } as Clock,
    randomBytes: secureRandomBytes,
    onError: (error) => {
      throw error
    },
    createServer: () => new Server({ name: 'test', version: '1' }, { capabilities: {} }),
  })
  open = sessions
  return { sessions, time }
}

it('a session ends when it has not been used for half an hour', async () => {
  const { sessions, time } = sessionsAt()
  const { id } = await sessions.open(user('ann'))
  for (let count = 0; count < 3; count++) {
    time.ms += 30 * minuteMs
    expect(sessions.find(id, user('ann'))?.id).toBe(id)
  }
  time.ms += 30 * minuteMs + 1
  expect(sessions.find(id, user('ann'))).toBeUndefined()
})

it('a session does not end while it has an open stream', async () => {
  const { sessions, time } = sessionsAt()
  const session = await sessions.open(user('ann'))
  session.openStreams += 1
  time.ms += 24 * 60 * minuteMs
  expect(sessions.find(session.id, user('ann'))).toBe(session)
  session.openStreams -= 1
  time.ms += 31 * minuteMs
  expect(sessions.find(session.id, user('ann'))).toBeUndefined()
})

it('sessions that nobody asks for again are closed by a timer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { sessions, time } = sessionsAt()
  const session = await sessions.open(user('ann'))
  const close = vi.spyOn(session, 'close')
  time.ms += 29 * minuteMs
  vi.advanceTimersByTime(minuteMs)
  expect(close).not.toHaveBeenCalled()
  time.ms += 2 * minuteMs
  vi.advanceTimersByTime(minuteMs)
  expect(close).toHaveBeenCalledOnce()
})

it('the session that was used longest ago ends if a user has too many', async () => {
  const { sessions } = sessionsAt()
  const [first, second] = [await sessions.open(user('ann')), await sessions.open(user('ann'))]
  const other = await sessions.open(user('ben'))
  for (let count = 2; count < 50; count++) await sessions.open(user('ann'))
  sessions.find(first.id, user('ann'))
  await sessions.open(user('ann'))
  expect(sessions.find(second.id, user('ann'))).toBeUndefined()
  expect(sessions.find(first.id, user('ann'))).toBe(first)
  expect(sessions.find(other.id, user('ben'))).toBe(other)
})

it('the session that was used longest ago ends if a process has too many', async () => {
  const { sessions } = sessionsAt()
  const first = await sessions.open(user('user0'))
  const second = await sessions.open(user('user0'))
  for (let count = 2; count < 1000; count++) await sessions.open(user(`user${count % 40}`))
  sessions.find(first.id, user('user0'))
  const last = await sessions.open(user('ann'))
  expect(sessions.find(second.id, user('user0'))).toBeUndefined()
  expect(sessions.find(first.id, user('user0'))).toBe(first)
  expect(sessions.find(last.id, user('ann'))).toBe(last)
})
