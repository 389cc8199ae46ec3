import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { hashOf } from '#/auth/credentials/secrets.ts'
import { tokensChanged } from '#/auth/credentials/tokens.ts'
import { oauthArtifacts } from '#/auth/tables.ts'
import type { Database } from '#/storage/port.ts'
import { sql } from '#/storage/sql/sql.ts'
import { adHocQuery, none } from '#/storage/sql/statement.ts'
import { engines } from '../support/engines.ts'
import { addArtifact, goodPassword, identityOn } from './identity-fixture.ts'

const countArtifacts = adHocQuery<object, { count: number }>(
  () => sql`select count(*) as count from ${oauthArtifacts}`,
)

/** A user with a token, a refresh token on the same consent, and a session in a browser. */
async function withSessions(database: Database) {
  const identity = identityOn(database)
  const { user } = await identity.directory.create({ email: 'ann@example.com' })
  const mint = (grantId?: string) =>
    database.transaction((tx) =>
      identity.tokens.mint(tx, {
        userId: user.id,
        clientId: 'app',
        scopes: ['one', 'two'],
        origin: 'issued',
        expiresAtMs: identity.clock.nowMs() + 1000,
        ...(grantId === undefined ? {} : { grantId }),
      }),
    )
  const token = await mint('grant1')
  const refresh = { model: 'RefreshToken', idHash: hashOf('refresh'), grantId: 'grant1' }
  await addArtifact(database, user, { ...refresh, payload: { scope: 'one offline' } })
  await addArtifact(database, user, { model: 'Grant', idHash: hashOf('grant1'), grantId: 'grant1' })
  await addArtifact(database, user, { model: 'Session', idHash: hashOf('session') })
  const isGood = async (text: string) =>
    (await identity.tokens.find(database, hashOf(text))) !== undefined
  const sessions = (after = '', limit = 10) => identity.directory.sessions(user, { after, limit })
  return { ...identity, user, token, mint, isGood, sessions }
}

for (const engine of engines) {
  describe(`users on ${engine.name}`, { skip: engine.unavailable !== undefined }, () => {
    it('are created with the given fields, and shown without their password', async () => {
      await using database = await engine.open()
      const { directory, clock } = identityOn(database)
      const wanted = {
        email: 'Ann@Example.com',
        name: 'Ann',
        adminRole: 'owner' as const,
        password: goodPassword,
      }
      const { user, isNew } = await directory.create(wanted)
      assert.equal(isNew, true)
      assert.deepEqual(user, {
        id: user.id,
        email: 'ann@example.com',
        name: 'Ann',
        adminRole: 'owner' as const,
        isDisabled: false,
        hasPassword: true,
        createdAtMs: clock.nowMs(),
      })
      for (const found of [
        await directory.find('ann@example.com'),
        await directory.findById(user.id),
        (await directory.list())[0],
        (await directory.page({ after: '', limit: 1 }))[0],
      ]) {
        assert.deepEqual(found, user)
      }
      const again = await directory.create({ email: 'ann@example.com', name: 'Else' })
      assert.deepEqual(again, { user, isNew: false })
    })

    it('change their name and rank', async () => {
      await using database = await engine.open()
      const { directory } = identityOn(database)
      await directory.create({ email: 'boss@example.com', adminRole: 'owner' })
      const { user } = await directory.create({ email: 'ann@example.com' })
      const changed = await directory.change(user, { name: ' Ann B. ', adminRole: 'owner' })
      assert.deepEqual(changed, { ...user, name: 'Ann B.', adminRole: 'owner' })
      assert.equal((await directory.change(user, { adminRole: 'auditor' }))?.adminRole, 'auditor')
      assert.equal((await directory.change(user, { adminRole: null }))?.adminRole, null)
      for (const name of ['', '  ', 'a\nb', 'x'.repeat(201)]) {
        await assert.rejects(directory.change(user, { name }), { status: 400 })
      }
      await directory.remove(user.email)
      assert.equal(await directory.change(user, { name: 'gone' }), undefined)
    })

    it('are listed with how they sign in, but without credentials', async () => {
      await using database = await engine.open()
      const { sessions, token, clock } = await withSessions(database)
      const found = await sessions()
      const byKind = new Map(found.map((session) => [session.kind, session]))
      assert.deepEqual(byKind.get('accessToken'), {
        id: hashOf(token).slice(0, 16),
        kind: 'accessToken',
        name: undefined,
        clientId: 'app',
        scopes: ['one', 'two'],
        createdAtMs: clock.nowMs(),
        expiresAtMs: clock.nowMs() + 1000,
        lastUsedAtMs: undefined,
      })
      assert.deepEqual(byKind.get('refreshToken')?.scopes, ['one', 'offline'])
      assert.deepEqual(byKind.get('session')?.scopes, [])
      assert.equal(found.length, 3)
      const pages = [await sessions('', 2), await sessions(found[1]!.id, 2)]
      assert.deepEqual(pages.flat(), found)
      clock.advance(1000)
      assert.deepEqual((await sessions()).map(({ kind }) => kind).sort(), [
        'refreshToken',
        'session',
      ])
    })

    it('lose one token when it is ended, and all of a consent with its refresh token', async () => {
      await using database = await engine.open()
      const { directory, user, token, mint, isGood } = await withSessions(database)
      const others = await Promise.all([mint('grant1'), mint('grant2'), mint()])
      const end = (hash: string) => directory.endSession(user, hash.slice(0, 16))
      assert.equal(await end(hashOf(token)), true)
      assert.equal(await end(hashOf(token)), false)
      assert.deepEqual(await Promise.all([token, ...others].map(isGood)), [false, true, true, true])
      assert.equal(await end(hashOf('refresh')), true)
      assert.deepEqual(await Promise.all(others.map(isGood)), [false, true, true])
      assert.equal((await database.first(countArtifacts, none))!.count, 1)
      assert.equal(await end(hashOf('session')), true)
    })

    for (const [name, end] of [
      ['revoked', 'revokeAll'],
      ['disabled', 'disable'],
    ] as const) {
      it(`have nothing left that lets them in once ${name}, and everybody hears of it`, async () => {
        await using database = await engine.open()
        const { directory, user, token, isGood, sessions } = await withSessions(database)
        let isToldHere = false
        directory.onRevocation(() => {
          isToldHere = true
        })
        const told = Promise.withResolvers<string>()
        await database.listen(tokensChanged, told.resolve)
        await directory[end](user)
        assert.equal(isToldHere, true)
        assert.equal(await told.promise, '')
        assert.equal(await isGood(token), false)
        assert.deepEqual(await sessions(), [])
        assert.equal((await database.first(countArtifacts, none))!.count, 0)
      })
    }

    it('leave nothing behind when they are removed', async () => {
      await using database = await engine.open()
      const { directory, user, token, isGood } = await withSessions(database)
      assert.equal(await directory.remove(user.email), true)
      assert.equal(await isGood(token), false)
      assert.equal((await database.first(countArtifacts, none))!.count, 0)
    })

    // The rules below do not depend on the engine.
    if (engine.kind !== 'sqlite') return

    it('are not created with an unacceptable password', async () => {
      await using database = await engine.open()
      const { directory } = identityOn(database)
      const bad = { email: 'ann@example.com', password: 'short' }
      await assert.rejects(directory.create(bad), { status: 400 })
      assert.deepEqual(await directory.list(), [])
    })

    it('keep the data of other users', async () => {
      await using database = await engine.open()
      const { directory, token, isGood } = await withSessions(database)
      const { user: bob } = await directory.create({ email: 'bob@example.com' })
      assert.equal(await directory.endSession(bob, hashOf(token).slice(0, 16)), false)
      await directory.revokeAll(bob)
      await directory.disable(bob)
      assert.equal(await isGood(token), true)
    })

    it('cannot use tokens while they are disabled, old or new', async () => {
      await using database = await engine.open()
      const { directory, user, mint, isGood } = await withSessions(database)
      assert.equal((await directory.disable(user))?.isDisabled, true)
      const late = await mint()
      assert.equal(await isGood(late), false)
      assert.equal((await directory.enable(user))?.isDisabled, false)
      assert.equal(await isGood(await mint()), true)
    })

    it('are signed out everywhere by a new password, and keep only tokens of their own', async () => {
      await using database = await engine.open()
      const { directory, user, token, mint, isGood, sessions } = await withSessions(database)
      const own = await mint()
      let isToldHere = false
      directory.onRevocation(() => {
        isToldHere = true
      })
      assert.equal((await directory.setPassword(user, goodPassword))?.hasPassword, true)
      assert.equal(isToldHere, true)
      assert.deepEqual(await Promise.all([token, own].map(isGood)), [false, true])
      assert.deepEqual(
        (await sessions()).map(({ kind }) => kind),
        ['accessToken'],
      )
      await assert.rejects(async () => directory.setPassword(user, user.email), { status: 400 })
    })
  })
}
