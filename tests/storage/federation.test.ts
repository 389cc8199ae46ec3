import assert from 'node:assert/strict'
import { describe, expect, it } from 'vitest'
import type { ProviderPolicy } from '#/auth/federation/provider-rules.ts'
import { identityProviders } from '#/auth/tables.ts'
import type { Database } from '#/storage/port.ts'
import { sql } from '#/storage/sql/sql.ts'
import { adHocQuery, none } from '#/storage/sql/statement.ts'
import { engines } from '../support/engines.ts'
import { example, federationOn, person } from './federation-fixture.ts'

const trusting: Partial<ProviderPolicy> = {
  linkByEmail: true,
  createUsers: true,
  emailDomains: ['example.com'],
}

async function withProvider(database: Database, policy: Partial<ProviderPolicy> = trusting) {
  const federation = federationOn(database)
  const provider = await federation.identityProviders.create({ ...example, ...policy })
  const signIn = (...who: Parameters<typeof person>) =>
    federation.federatedSignIn.signIn(provider, person(...who))
  return { ...federation, provider, signIn }
}

const storedSecrets = adHocQuery<object, { secret: string | null }>(
  () => sql`select client_secret as secret from ${identityProviders}`,
)

for (const engine of engines) {
  describe(`other identity providers on ${engine.name}`, {
    skip: engine.unavailable !== undefined,
  }, () => {
    it('are listed without their secrets, which are sealed', async () => {
      await using database = await engine.open()
      const { identityProviders } = federationOn(database)
      await identityProviders.create(example, 'the-secret')
      const [listed] = await identityProviders.list()
      expect(listed).toMatchObject({ id: 'example', hasClientSecret: true })
      expect(JSON.stringify(listed)).not.toContain('the-secret')
      const [row] = await database.all(storedSecrets, none)
      expect(row?.secret).not.toContain('the-secret')
      expect(await identityProviders.clientSecretOf('example')).toBe('the-secret')
      await identityProviders.change('example', { name: 'Other' })
      expect(await identityProviders.clientSecretOf('example')).toBe('the-secret')
      await identityProviders.change('example', { clientSecret: null })
      expect(await identityProviders.clientSecretOf('example')).toBeNull()
    })

    it('sign in an existing user by verified email, once and for the same subject', async () => {
      await using database = await engine.open()
      const { directory, signIn, identities, entries } = await withProvider(database)
      const { user } = await directory.create({ email: 'ann@example.com' })
      expect(await signIn('ann')).toEqual({ user })
      const moved = { email: 'ann@elsewhere.example', isEmailVerified: false }
      expect(await signIn('ann', moved)).toEqual({ user })
      expect(await identities.of(user)).toEqual([
        expect.objectContaining({ subject: 'subject-of-ann', email: 'ann@example.com' }),
      ])
      const links = (await entries()).filter(({ action }) => action === 'auth.identities.link')
      expect(links).toHaveLength(1)
    })

    it('create one user when the same person signs in twice at the same time', async () => {
      await using database = await engine.open()
      const { signIn, directory, identities } = await withProvider(database)
      const outcomes = await Promise.all([signIn('ann'), signIn('ann'), signIn('ann')])
      for (const outcome of outcomes) expect(outcome).toHaveProperty('user')
      const user = await directory.find('ann@example.com')
      expect(await identities.of(user!)).toHaveLength(1)
    })

    it('link one of two subjects that sign in with the same address at the same time', async () => {
      await using database = await engine.open()
      const { signIn, directory } = await withProvider(database)
      await directory.create({ email: 'ann@example.com' })
      const outcomes = await Promise.all([
        signIn('ann', { subject: 'one' }),
        signIn('ann', { subject: 'two' }),
      ])
      const kinds = outcomes.map((outcome) => ('refusal' in outcome ? outcome.refusal : 'in'))
      expect(kinds.toSorted()).toEqual(['in', 'otherIdentity'])
    })

    it('add and remove memberships of mapped groups alone', async () => {
      await using database = await engine.open()
      const { directory, groups, identityProviders, federatedSignIn, entries } =
        await withProvider(database)
      const names = ['team', 'staff', 'other'].map((name) => `${name}@example.com`)
      for (const email of names) await groups.create({ email })
      const provider = await identityProviders.change('example', {
        groupClaim: 'groups',
        groupMapping: [
          { value: 'T', group: 'team@example.com' },
          { value: 'S', group: 'staff@example.com' },
        ],
      })
      await directory.create({ email: 'ann@example.com' })
      const other = (await groups.find('other@example.com'))!
      await groups.add(other, { email: 'ann@example.com' })
      const groupsAfter = async (values: readonly string[] | undefined) => {
        await federatedSignIn.signIn(provider!, person('ann', { groups: values }))
        return groups.groupsOf('ann@example.com')
      }
      const both = ['other@example.com', 'staff@example.com', 'team@example.com']
      expect(await groupsAfter(['T', 'S', 'X'])).toEqual(both)
      expect(await groupsAfter(['T'])).toEqual(['other@example.com', 'team@example.com'])
      expect(await groupsAfter(undefined)).toEqual(['other@example.com', 'team@example.com'])
      await groups.remove((await groups.find('staff@example.com'))!)
      expect(await groupsAfter([])).toEqual(['other@example.com'])
      const changes = (await entries()).filter(({ action }) => action === 'auth.groups.map')
      expect(changes).toHaveLength(3)
    })

    it('connect the user who redeems an invitation, once', async () => {
      await using database = await engine.open()
      const { directory, invite, provider, federatedSignIn, signIn } = await withProvider(
        database,
        {},
      )
      const { user } = await directory.create({ email: 'ann@example.com' })
      const secret = await invite(user.id)
      const guest = { email: undefined, isEmailVerified: false }
      const redeem = (name: string) =>
        federatedSignIn.redeem(provider, person(name, guest), { userId: user.id, secret })
      expect(await signIn('guest', guest)).toMatchObject({ refusal: 'unverifiedEmail' })
      const outcomes = await Promise.all([redeem('guest'), redeem('thief')])
      expect(outcomes.filter((outcome) => 'refusal' in outcome)).toHaveLength(1)
      expect(await redeem('thief')).toHaveProperty('refusal')
      const winner = 'refusal' in outcomes[0] ? 'thief' : 'guest'
      expect(await signIn(winner, guest)).toEqual({ user })
    })

    it('are left by users who have another way in, and by deleted users', async () => {
      await using database = await engine.open()
      const { directory, identities, signIn } = await withProvider(database)
      await signIn('ann')
      const user = (await directory.find('ann@example.com'))!
      await assert.rejects(identities.unlinkOwn(user.id, 'example'), { status: 403 })
      await directory.setPassword(user, 'correct horse battery')
      expect(await identities.unlinkOwn(user.id, 'elsewhere')).toBe(false)
      expect(await identities.unlinkOwn(user.id, 'example')).toBe(true)
      expect(await identities.of(user)).toEqual([])
      await signIn('ann')
      await directory.remove('ann@example.com')
      expect(await identities.of(user)).toEqual([])
    })

    // The rules below do not depend on the engine.
    if (engine.kind !== 'sqlite') return

    it('lose their secrets if the installation has another one', async () => {
      await using database = await engine.open()
      await federationOn(database).identityProviders.create(example, 'the-secret')
      const moved = federationOn(database, 'another installation').identityProviders
      expect(await moved.clientSecretOf('example')).toBeUndefined()
      await moved.change('example', { clientSecret: 'another-secret' })
      expect(await moved.clientSecretOf('example')).toBe('another-secret')
    })

    it('are refused with an id that is taken, and beyond a number', async () => {
      await using database = await engine.open()
      const { identityProviders } = federationOn(database)
      await identityProviders.create(example)
      await assert.rejects(identityProviders.create(example), { status: 409 })
      for (let index = 1; index < 20; index++) {
        await identityProviders.create({ ...example, id: `example-${index}` })
      }
      await assert.rejects(identityProviders.create({ ...example, id: 'more' }), { status: 403 })
      expect(await identityProviders.list()).toHaveLength(20)
    })

    it('keep their issuer, because subjects are names there', async () => {
      await using database = await engine.open()
      const { identityProviders } = await withProvider(database)
      const change = identityProviders.change('example', { issuer: 'https://other.example.com' })
      await assert.rejects(change, { status: 400 })
    })

    it('map only groups that exist, named by their path', async () => {
      await using database = await engine.open()
      const { identityProviders, groups } = federationOn(database)
      await groups.create({ email: 'team@example.com' })
      const groupMapping = [
        { value: 'team', group: 'team@example.com' },
        { value: 'none', group: 'none@example.com' },
      ]
      const wanted = { ...example, groupClaim: 'groups', groupMapping }
      await assert.rejects(identityProviders.create(wanted), (error: never) => {
        const { refusals } = error as { refusals: { location?: string }[] }
        return refusals[0]?.location === 'groupMapping[1].group'
      })
    })

    it('create a user without a password for an unknown person of the domain', async () => {
      await using database = await engine.open()
      const { signIn } = await withProvider(database)
      const outcome = await signIn('new', { name: 'New Person' })
      expect(outcome).toMatchObject({
        user: { email: 'new@example.com', name: 'New Person', hasPassword: false },
      })
      expect(await signIn('new')).toMatchObject({ user: { email: 'new@example.com' } })
    })

    it.each([
      ['an address that is not verified', trusting, { isEmailVerified: false }, 'unverifiedEmail'],
      ['no address', trusting, { email: undefined }, 'unverifiedEmail'],
      ['what is no address', trusting, { email: 'ann' }, 'unverifiedEmail'],
      ['another domain', trusting, { email: 'ann@other.example' }, 'otherDomain'],
      ['a domain that ends alike', trusting, { email: 'ann@badexample.com' }, 'otherDomain'],
      ['a subdomain', trusting, { email: 'ann@sub.example.com' }, 'otherDomain'],
      ['an account that is not linked', { linkByEmail: false }, {}, 'noAccount'],
      ['nobody here', { linkByEmail: true }, { email: 'bob@example.com' }, 'noAccount'],
      ['the address of a group', trusting, { email: 'team@example.com' }, 'noAccount'],
      ['a disabled user', trusting, { email: 'off@example.com' }, 'disabled'],
    ] as const)('refuse %s', async (_, policy, claims, refusal) => {
      await using database = await engine.open()
      const { directory, groups, signIn } = await withProvider(database, policy)
      await directory.create({ email: 'ann@example.com' })
      await groups.create({ email: 'team@example.com' })
      await directory.disable((await directory.create({ email: 'off@example.com' })).user)
      const users = (await directory.list()).length
      expect(await signIn('ann', claims)).toMatchObject({ refusal })
      expect(await directory.list()).toHaveLength(users)
    })

    it('refuse a linked user who was disabled', async () => {
      await using database = await engine.open()
      const { directory, signIn } = await withProvider(database)
      const { user } = await directory.create({ email: 'ann@example.com' })
      await signIn('ann')
      await directory.disable(user)
      expect(await signIn('ann')).toMatchObject({ refusal: 'disabled' })
    })

    it('refuse another subject with the address of a linked user', async () => {
      await using database = await engine.open()
      const { signIn } = await withProvider(database)
      await signIn('ann')
      const recycled = await signIn('ann', { subject: 'the next owner of the address' })
      expect(recycled).toMatchObject({ refusal: 'otherIdentity' })
    })

    it('reject an expired invitation, and a subject that belongs to another user', async () => {
      await using database = await engine.open()
      const federation = await withProvider(database)
      const { directory, clock, provider, federatedSignIn, signIn } = federation
      const { user } = await directory.create({ email: 'ann@example.com' })
      await signIn('bob')
      const secret = await federation.invite(user.id)
      const wanted = { userId: user.id, secret }
      expect(await federatedSignIn.redeem(provider, person('bob'), wanted)).toMatchObject({
        refusal: 'otherIdentity',
      })
      clock.advance(8 * 86_400_000)
      expect(await federatedSignIn.redeem(provider, person('ann'), wanted)).toMatchObject({
        refusal: 'invitationUsed',
      })
      expect(await federation.identities.of(user)).toEqual([])
    })
  })
}
