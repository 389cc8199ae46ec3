import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import {
  accountSubject,
  countFailure,
  lockFailures,
  networkSubject,
  type Subject,
} from '#/auth/sign-in-failures.ts'
import { signInPurge } from '#/auth/sign-in-purge.ts'
import type { Database } from '#/storage/port.ts'
import { adHocStatement, none } from '#/storage/statement.ts'
import { engines } from '../support/engines.ts'
import { goodPassword, identityOn } from './identity-fixture.ts'

const email = 'ann@example.com'
const countRows = adHocStatement<object, { count: number }>(
  'select count(*) as count from sign_in_failures',
)

/** A server with one user, and attempts to sign in there. */
async function withAnn(database: Database) {
  const identity = identityOn(database)
  await identity.directory.create({ email, password: goodPassword })
  let hosts = 0
  const attempt = (wanted: { email?: string; password?: string; address?: string } = {}) =>
    identity.signIn.signIn({
      email,
      password: 'wrong password',
      // Each attempt comes from elsewhere, unless a test is about where they come from.
      address: `198.51.100.${++hosts}`,
      ...wanted,
    })
  /** Counts failures as attempts do, without the work that a password takes. */
  const fail = (count: number, subject: Subject = accountSubject(email)) =>
    database.transaction(async (tx) => {
      const nowMs = identity.clock.nowMs()
      for (let index = 0; index < count; index++) {
        await countFailure(tx, subject, { ...(await lockFailures(tx, subject, nowMs)), nowMs })
      }
    })
  return { ...identity, attempt, fail }
}

for (const engine of engines) {
  describe(`signing in on ${engine.name}`, { skip: engine.unavailable !== undefined }, () => {
    it('gives the user whose password it is, however the address is written', async () => {
      await using database = await engine.open()
      const { attempt } = await withAnn(database)
      const outcome = await attempt({ email: ' Ann@Example.com ', password: goodPassword })
      assert.ok('user' in outcome)
      assert.deepEqual([outcome.user.email, outcome.user.hasPassword], [email, true])
      assert.ok(!JSON.stringify(outcome).includes('argon2'))
    })

    it('refuses everybody else in the same words', async () => {
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

    for (const [name, who] of [
      ['an account', email],
      ['an account that there is not', 'nobody@example.com'],
    ] as const) {
      it(`makes ${name} wait after failures, longer after each`, async () => {
        await using database = await engine.open()
        const { attempt, fail, clock } = await withAnn(database)
        await fail(5, accountSubject(who))
        assert.deepEqual(await attempt({ email: who }), { kind: 'wrong' })
        for (const seconds of [1, 2]) {
          const refused = { kind: 'blocked', retryAfterS: seconds }
          assert.deepEqual(await attempt({ email: who, password: goodPassword }), refused)
          clock.advance(seconds * 1000 - 1)
          assert.deepEqual(await attempt({ email: who }), { kind: 'blocked', retryAfterS: 1 })
          clock.advance(1)
          assert.deepEqual(await attempt({ email: who }), { kind: 'wrong' })
        }
      })
    }

    it('lets the right password in after the wait, and begins to count anew', async () => {
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
      const { attempt, fail } = await withAnn(database)
      await fail(50, networkSubject('2001:db8::1'))
      const wrong = { email: 'bob@example.com', address: '2001:db8::2' }
      assert.deepEqual(await attempt(wrong), { kind: 'wrong' })
      const right = { password: goodPassword }
      const refused = { kind: 'blocked', retryAfterS: 1 }
      assert.deepEqual(await attempt({ ...right, address: '2001:db8::ffff' }), refused)
      assert.ok('user' in (await attempt({ ...right, address: '2001:db8:0:1::1' })))
    })

    it('counts nothing against a network whose people sign in', async () => {
      await using database = await engine.open()
      const { attempt, fail } = await withAnn(database)
      const address = '192.0.2.1'
      for (let time = 0; time < 2; time++) {
        assert.ok('user' in (await attempt({ password: goodPassword, address })))
      }
      await fail(50, networkSubject(address))
      assert.ok('user' in (await attempt({ password: goodPassword, address })))
    })

    it('does not let many attempts at the same moment pass for one', async () => {
      await using database = await engine.open()
      const { attempt } = await withAnn(database)
      const outcomes = await Promise.all(Array.from({ length: 30 }, () => attempt()))
      const wrong = outcomes.filter((outcome) => outcome.kind === 'wrong')
      assert.equal(wrong.length, 6)
    })

    it('lets who was given a new password try at once', async () => {
      await using database = await engine.open()
      const { attempt, fail, directory } = await withAnn(database)
      await fail(6)
      await directory.setPassword((await directory.find(email))!, 'another good password')
      assert.ok('user' in (await attempt({ password: 'another good password' })))
    })

    it('forgets failures after a day, and the job removes them', async () => {
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
  })
}
