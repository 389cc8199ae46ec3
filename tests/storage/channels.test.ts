import { describe, expect, it } from 'vitest'
import { users } from '#/auth/tables.ts'
import { channels as channelsTable } from '#/jobs/tables.ts'
import { secureRandomBytes } from '#/kernel/randomness.ts'
import { Seal } from '#/kernel/seal.ts'
import { Channels, type NewChannel } from '#/services/calendar/store/channels.ts'
import { calendarUsers } from '#/services/calendar/store/tables.ts'
import type { Database } from '#/storage/port.ts'
import { insertInto, raw, sql } from '#/storage/sql/sql.ts'
import { adHocCommand, command, none, query } from '#/storage/sql/statement.ts'
import { engines } from '../support/engines.ts'
import { passLeases } from './jobs-fixture.ts'

const channelsWith = (secret: string) => {
  const channels = new Channels()
  channels.useSeal(new Seal(secret, 'tests', secureRandomBytes))
  return channels
}

const channel: NewChannel = {
  key: 'key1',
  kind: 'settings',
  owner: 'user1',
  clientId: 'client1',
  id: 'channel1',
  userId: 'user1',
  eventTypes: '[]',
  scopes: '',
  tokenHash: null,
  grantId: null,
  address: 'https://receiver.example.com/',
  token: 'token of the receiver',
  secret: 'secret for signatures 1234',
  resourceId: 'resource1',
  resourceUri: 'https://calendar.example.com/x',
  createdAt: 1_000,
  expiresAt: 1_000_000,
  incarnation: 'incarnate1',
  told: 0,
  toldKey: 0,
}

const claim = {
  now: 2_000,
  incarnation: 'incarnate1',
  numberMin: 0,
  worker: 'worker1',
  leaseMs: 60_000,
  count: 10,
}

const addUser = command<object>(() =>
  insertInto(users, {
    id: sql`'user1'`,
    email: sql`'user1@example.com'`,
    name: sql`''`,
    created_at: sql`0`,
  }),
)
const addCalendarUser = command<object>(() =>
  insertInto(calendarUsers, {
    user_id: sql`'user1'`,
    list_change_number: sql`0`,
    settings_change_number: sql`0`,
    list_runs: sql`''`,
    settings_runs: sql`''`,
  }),
)
const stored = query<object, { token: string; secret: string }>(
  () => sql`select token, secret from ${channelsTable}`,
)
/** How a channel stands, and the number that its next message gets in the incarnation `incarnate2` from 500 on. */
const messageNumbers: [what: string, state: string, number: number][] = [
  ['the first message', `message_number = 0, incarnation = 'incarnate2'`, 1],
  ['the same, sent again', `message_number = 1, attempts = 1, incarnation = 'incarnate2'`, 1],
  ['the first message, which may have been sent before a start', `message_number = 0`, 500],
  [
    'one more message',
    `is_synced = 1, is_wanted = 1, message_number = 7, incarnation = 'incarnate2'`,
    8,
  ],
  ['the first message after a start', `is_synced = 1, message_number = 7`, 500],
  [
    'a message of before a start, sent again',
    `is_synced = 1, message_number = 7, attempts = 1`,
    500,
  ],
  ['the same, sent once more', `is_synced = 1, message_number = 500, attempts = 2`, 500],
  ['a message after more than the clock would tell', `is_synced = 1, message_number = 900`, 901],
]

for (const engine of engines) {
  describe(`channels on ${engine.name}`, { skip: engine.unavailable !== undefined }, () => {
    const prepared = async (database: Database, channels: Channels) => {
      await database.transaction(async (tx) => {
        await tx.run(addUser, none)
        await tx.run(addCalendarUser, none)
        await channels.add(tx, channel)
      })
    }
    const claimed = async (database: Database, channels: Channels) => {
      const [found] = await database.transaction((tx) => channels.claimOf(tx, channel, claim))
      return { token: found!.token, secret: found!.secret }
    }

    it('are stored without a readable token or secret, which are there when they are claimed', async () => {
      await using database = await engine.open()
      const channels = channelsWith('one')
      await prepared(database, channels)
      const { token, secret } = channel
      expect(JSON.stringify(await database.first(stored, none))).not.toMatch(/receiver|signatures/)
      expect(await claimed(database, channels)).toEqual({ token, secret })
    })

    it('cannot be claimed by others until the lease has expired', async () => {
      await using database = await engine.open()
      const channels = channelsWith('one')
      await prepared(database, channels)
      await claimed(database, channels)
      const later = { ...claim, worker: 'worker2' }
      for (const [passedMs, count] of [
        [claim.leaseMs / 2, 0],
        [claim.leaseMs / 2, 1],
      ] as const) {
        await passLeases(database, passedMs)
        const found = await database.transaction((tx) => channels.claimOf(tx, channel, later))
        expect(found).toHaveLength(count)
      }
    })

    it('give each message a number that no receiver has seen', async () => {
      await using database = await engine.open()
      const channels = channelsWith('one')
      await prepared(database, channels)
      const { kind, owner } = channel
      const next = { ...claim, incarnation: 'incarnate2', numberMin: 500 }
      const untouched = `is_synced = 0, is_wanted = 0, attempts = 0, incarnation = 'incarnate1', leased_until = null`
      for (const [what, state, number] of messageNumbers) {
        await database.transaction(async (tx) => {
          for (const values of [untouched, state]) {
            await tx.run(
              adHocCommand(() => sql`update ${channelsTable} set ${raw(values)}`),
              none,
            )
          }
          const [found] = await channels.claimOf(tx, { kind, owner }, next)
          expect(found!.messageNumber, what).toBe(number)
        })
      }
    })

    // The rules below do not depend on the engine.
    if (engine.kind !== 'sqlite') return

    it('whose installation has another secret now are sent without signatures', async () => {
      await using database = await engine.open()
      await prepared(database, channelsWith('one'))
      const found = await claimed(database, channelsWith('another'))
      expect(found).toEqual({ token: null, secret: null })
    })
  })
}
