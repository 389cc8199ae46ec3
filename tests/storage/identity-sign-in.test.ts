import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { verifyPassword } from '#/auth/passwords/passwords.ts'
import { signInPurge } from '#/auth/purge-jobs.ts'
import { SignIn, type SignInAttempt } from '#/auth/sign-in/sign-in.ts'
import {
  accountSubject,
  countFailure,
  lockFailures,
  networkSubject,
  type Subject,
} from '#/auth/sign-in/sign-in-failures.ts'
import { signInFailures } from '#/auth/tables.ts'
import type { Database } from '#/storage/port.ts'
import { sql } from '#/storage/sql/sql.ts'
import { adHocQuery, none } from '#/storage/sql/statement.ts'
import { engines } from '../support/engines.ts'
import { goodPassword, identityOn } from './identity-fixture.ts'

const email = 'ann@example.com'
const countRows = adHocQuery<object, { count: number }>(
  () => sql`select count(*) as count from ${signInFailures}`,
)

const verified = new Map<string, Promise<boolean>>()

/** Checks each password against a hash once: attempts are many, and passwords are meant to be slow. */
function verifyOnce(password: string, hash: string | undefined): Promise<boolean> {
  const key = `${hash} ${password}`
  const outcome = verified.get(key) ?? verifyPassword(password, hash)
  verified.set(key, outcome)
  return outcome
}

/** A server with one user, and attempts to sign in there. */
async function withAnn(database: Database) {
  const identity = identityOn(database)
  const signIn = new SignIn({ ...identity, database, verifyPassword: verifyOnce })
  await identity.directory.create({ email, password: goodPassword })
  const attempt = (wanted: Partial<SignInAttempt> = {}) =>
    signIn.signIn({
      email,
      password: 'wrong password',
      address: '198.51.100.1',
      ...wanted,
    })
  const fail = async (count: number, wanted: Partial<SignInAttempt> = {}) => {
    for (let index = 0; index < count; index++) {
      assert.deepEqual(await attempt(wanted), { kind: 'wrong' })
    }
  }
  const failuresOf = (subject: Subject) =>
    database.transaction(
      async (tx) => (await lockFailures(tx, subject, identity.clock.nowMs())).failures,
    )
  /** Lets a subject have failed so often, without the cost of so many passwords. */
  const haveFailed = async (count: number, subject: Subject) => {
    await failuresOf(subject)
    const before = { failures: count - 1, nowMs: identity.clock.nowMs() }
    await database.transaction((tx) => countFailure(tx, subject, before))
  }
  return { ...identity, attempt, fail, failuresOf, haveFailed }
}

for (const engine of engines) {
  describe(`signing in on ${engine.name}`, { skip: engine.unavailable !== undefined }, () => {
    it('finds the user of a password for every spelling of the address', async () => {
      await using database = await engine.open()
      const { attempt } = await withAnn(database)
      const outcome = await attempt({ email: ' Ann@Example.com ', password: goodPassword })
      assert.ok('user' in outcome)
      assert.deepEqual([outcome.user.email, outcome.user.hasPassword], [email, true])
      assert.ok(!JSON.stringify(outcome).includes('argon2'))
    })

    for (const [name, who] of [
      ['an account', email],
      ['an account that there is not', 'nobody@example.com'],
    ] as const) {
      it(`delays ${name} twice as long after each failure but the first five`, async () => {
        await using database = await engine.open()
        const { attempt, fail, clock } = await withAnn(database)
        await fail(6, { email: who })
        for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
          const refused = { kind: 'blocked', retryAfterS: seconds }
          assert.deepEqual(await attempt({ email: who, password: goodPassword }), refused)
          clock.advance(seconds * 1000 - 1)
          assert.deepEqual(await attempt({ email: who }), { kind: 'blocked', retryAfterS: 1 })
          clock.advance(1)
          await fail(1, { email: who })
        }
      })
    }

    it('does not let many attempts at the same time pass for one', async () => {
      await using database = await engine.open()
      const { attempt } = await withAnn(database)
      const outcomes = await Promise.all(Array.from({ length: 30 }, () => attempt()))
      const wrong = outcomes.filter((outcome) => outcome.kind === 'wrong')
      assert.equal(wrong.length, 6)
    })

    it('purges failures after a day', async () => {
      await using database = await engine.open()
      const { attempt, fail, clock } = await withAnn(database)
      await fail(6)
      clock.advance(24 * 60 * 60 * 1000 + 1)
      await fail(6)
      assert.deepEqual(await attempt(), { kind: 'blocked', retryAfterS: 1 })
      clock.advance(24 * 60 * 60 * 1000 + 1)
      await signInPurge(clock).run({}, { database })
      assert.equal((await database.first(countRows, none))!.count, 0)
    })

    // The rules below do not depend on the engine.
    if (engine.kind !== 'sqlite') return

    it('rejects everybody else with the same message', async () => {
      await using database = await engine.open()
      const { attempt, directory } = await withAnn(database)
      await directory.create({ email: 'keyless@example.com' })
      const { user } = await directory.create({ email: 'out@example.com', password: goodPassword })
      await directory.disable(user)
      for (const wanted of [
        { password: 'wrong password' },
        { password: '' },
        { email: 'nobody@example.com', password: goodPassword },
        { email: 'keyless@example.com', password: goodPassword },
        { email: 'keyless@example.com', password: '' },
        { email: 'out@example.com', password: goodPassword },
        { email: 'no address', password: goodPassword },
        { email: '\0@example.com', password: goodPassword },
        { email: '', password: '' },
      ]) {
        assert.deepEqual(await attempt(wanted), { kind: 'wrong' })
      }
      await directory.enable(user)
      assert.ok('user' in (await attempt({ email: 'out@example.com', password: goodPassword })))
    })

    it('accepts the right password after the delay, and resets the counter', async () => {
      await using database = await engine.open()
      const { attempt, fail, clock } = await withAnn(database)
      await fail(6)
      clock.advance(1_000)
      assert.ok('user' in (await attempt({ password: goodPassword })))
      await fail(6)
      assert.deepEqual(await attempt(), { kind: 'blocked', retryAfterS: 1 })
    })

    it('does not let failures of one account touch another', async () => {
      await using database = await engine.open()
      const { attempt, fail, directory } = await withAnn(database)
      await directory.create({ email: 'bob@example.com', password: goodPassword })
      await fail(6)
      assert.ok('user' in (await attempt({ email: 'bob@example.com', password: goodPassword })))
    })

    it('slows down a network that tries many accounts', async () => {
      await using database = await engine.open()
      const { attempt, fail, haveFailed } = await withAnn(database)
      await haveFailed(49, networkSubject('2001:db8::9'))
      for (const host of [1, 2]) {
        await fail(1, { email: `user${host}@example.com`, address: `2001:db8::${host}` })
      }
      const right = { password: goodPassword }
      const refused = { kind: 'blocked', retryAfterS: 1 }
      assert.deepEqual(await attempt({ ...right, address: '2001:db8::ffff' }), refused)
      assert.ok('user' in (await attempt({ ...right, address: '2001:db8:0:1::1' })))
    })

    it('writes nothing down about what a network that has to wait tries', async () => {
      await using database = await engine.open()
      const { attempt, fail } = await withAnn(database)
      for (let index = 0; index < 51; index++) await fail(1, { email: `user${index}@example.com` })
      const before = (await database.first(countRows, none))!.count
      for (let index = 0; index < 20; index++) {
        const outcome = await attempt({ email: `other${index}@example.com` })
        assert.equal(outcome.kind, 'blocked')
      }
      assert.equal((await database.first(countRows, none))!.count, before)
    })

    it('counts nothing against a network whose people sign in', async () => {
      await using database = await engine.open()
      const { attempt, fail, failuresOf } = await withAnn(database)
      const address = '192.0.2.1'
      await fail(1, { email: 'bob@example.com', address })
      for (let index = 0; index < 3; index++) {
        assert.ok('user' in (await attempt({ password: goodPassword, address })))
      }
      assert.equal(await failuresOf(networkSubject(address)), 1)
    })

    it('does not lock the owner of an account out because of failures elsewhere', async () => {
      await using database = await engine.open()
      const { attempt, fail } = await withAnn(database)
      await fail(6, { address: '203.0.113.1' })
      const right = { password: goodPassword }
      assert.deepEqual(await attempt({ ...right, address: '203.0.113.1' }), {
        kind: 'blocked',
        retryAfterS: 1,
      })
      assert.ok('user' in (await attempt({ ...right, address: '192.0.2.7' })))
    })

    it('slows down an account that is tried from many networks, for a minute at most', async () => {
      await using database = await engine.open()
      const { attempt, fail, haveFailed, clock } = await withAnn(database)
      await haveFailed(99, accountSubject(email))
      for (let host = 0; host < 2; host++) await fail(1, { address: `203.0.113.${host}` })
      const elsewhere = { address: '192.0.2.7' }
      assert.deepEqual(await attempt(elsewhere), { kind: 'blocked', retryAfterS: 1 })
      for (let host = 0; host < 8; host++) {
        clock.advance(60_000)
        await fail(1, { address: `192.0.2.${host}` })
      }
      assert.deepEqual(await attempt(elsewhere), { kind: 'blocked', retryAfterS: 60 })
    })

    it('is not slowed down on a known device by failures elsewhere', async () => {
      await using database = await engine.open()
      const { attempt, fail, haveFailed } = await withAnn(database)
      await haveFailed(100, accountSubject(email))
      await fail(1, { address: '203.0.113.2' })
      const device = { deviceId: 'known', address: '203.0.113.1' }
      await fail(5, device)
      assert.ok('user' in (await attempt({ ...device, password: goodPassword })))
      await fail(6, device)
      assert.deepEqual(await attempt(device), { kind: 'blocked', retryAfterS: 1 })
      const other = { deviceId: 'other', password: goodPassword }
      assert.ok('user' in (await attempt(other)))
    })

    it('lets a user with a new password try at once', async () => {
      await using database = await engine.open()
      const { attempt, fail, directory } = await withAnn(database)
      await fail(6)
      await directory.setPassword((await directory.find(email))!, 'another good password')
      assert.ok('user' in (await attempt({ password: 'another good password' })))
    })

    it('ignores delays from before the clock was set back', async () => {
      await using database = await engine.open()
      const { attempt, fail, clock } = await withAnn(database)
      await fail(6)
      clock.advance(-2 * 60 * 60 * 1000)
      await fail(1)
      assert.deepEqual(await attempt(), { kind: 'blocked', retryAfterS: 2 })
      clock.advance(-48 * 60 * 60 * 1000)
      await signInPurge(clock).run({}, { database })
      assert.equal((await database.first(countRows, none))!.count, 0)
    })
  })
}
