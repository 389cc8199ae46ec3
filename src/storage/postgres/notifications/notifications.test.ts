import { expect, it } from 'vitest'
import { silentLog } from '#/kernel/log.ts'
import type { Pool } from '../driver.ts'
import { Notifications } from './notifications.ts'

it('closes its connection if the server refuses to listen', async () => {
  const closed: string[] = []
  const pool = {
    unsafe: async () => {
      throw new Error('cannot execute LISTEN during recovery')
    },
    end: async () => void closed.push('pool'),
  }
  await using notifications = new Notifications({
    connect: () => pool as unknown as Pool,
    notify: async () => {},
    read: async () => [],
    forget: async () => {},
    pollMs: 60_000,
    processName: 'test',
    log: silentLog,
  })
  await expect(notifications.start()).rejects.toThrow('LISTEN')
  expect(closed).toEqual(['pool'])
})
