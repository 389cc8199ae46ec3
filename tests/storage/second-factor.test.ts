import { describe, expect, it } from 'vitest'
import { Directory, type UserRecord } from '#/auth/directory/directory.ts'
import { Passkeys } from '#/auth/second-factor/passkeys.ts'
import { SecondFactors } from '#/auth/second-factor/second-factors.ts'
import { totpCode, totpStepAt } from '#/auth/second-factor/totp.ts'
import { SettableClock } from '#/kernel/clock.ts'
import { secureRandomBytes } from '#/kernel/randomness.ts'
import type { Database } from '#/storage/port.ts'
import { engines } from '../support/engines.ts'
import { SoftAuthenticator } from '../support/soft-authenticator.ts'

const startMs = 1_800_000_000_000
const stepMs = 30_000
const site = { id: 'localhost', origin: 'http://localhost:8080' }

/** A server with one user, and the factors of this user. */
async function withAnn(database: Database) {
  const secret = 'the secret of the installation'
  const clock = new SettableClock({ mode: 'frozen', atMs: startMs })
  const moveTo = (atMs: number) => clock.set({ mode: 'frozen', atMs })
  const sealing = { database, clock, randomBytes: secureRandomBytes, secret }
  const directory = new Directory({ ...sealing, provisioners: [] })
  const { user } = await directory.create({ email: 'ann@example.com' })
  const secondFactors = new SecondFactors(sealing)
  const passkeys = new Passkeys({ ...sealing, secondFactors })
  return { user, directory, moveTo, sealing, secondFactors, passkeys }
}

type Ann = Awaited<ReturnType<typeof withAnn>>

/** Sets up an authenticator app with the code of the present step. */
async function addApp({ user, secondFactors }: Ann) {
  const { secret, enrollment } = secondFactors.beginTotp(user)
  const code = (ms: number) => totpCode(secret, totpStepAt(ms))
  const codes = await secondFactors.confirmTotp(user, { enrollment, code: code(startMs) })
  const use = (typed: string) => secondFactors.use({ userId: user.id, code: typed })
  return { code, use, codes: codes! }
}

async function addPasskey(
  { user, passkeys }: Pick<Ann, 'user' | 'passkeys'>,
  authenticator: SoftAuthenticator,
  owner: UserRecord = user,
) {
  const { challenge } = await passkeys.creationOptions(owner, site)
  const credential = authenticator.create(challenge, site)
  return passkeys.add(owner, { credential, name: 'Laptop', site })
}

for (const engine of engines) {
  describe(`a second factor on ${engine.name}`, {
    skip: engine.unavailable !== undefined,
  }, () => {
    it('accepts each code of an app once, and none from before the last one', async () => {
      await using database = await engine.open()
      const ann = await withAnn(database)
      const { code, use } = await addApp(ann)
      expect(await use(code(startMs))).toBe(false)
      expect(await use(code(startMs - stepMs))).toBe(false)
      expect(await use(code(startMs + 2 * stepMs))).toBe(false)
      expect(await use(code(startMs + stepMs))).toBe(true)
      expect(await use(code(startMs + stepMs))).toBe(false)
      ann.moveTo(startMs + 10 * stepMs)
      const typed = code(startMs + 10 * stepMs)
      expect(await use(`${typed.slice(0, 3)} ${typed.slice(3)}`)).toBe(true)
    })

    it('accepts one of two equal codes at the same time', async () => {
      await using database = await engine.open()
      const { code, use, codes } = await addApp(await withAnn(database))
      for (const typed of [code(startMs + stepMs), codes[0]!]) {
        const taken = await Promise.all([use(typed), use(typed)])
        expect(taken.toSorted()).toEqual([false, true])
      }
    })

    it('accepts each recovery code once, and deletes them with the last factor', async () => {
      await using database = await engine.open()
      const ann = await withAnn(database)
      const { use, codes } = await addApp(ann)
      const { secondFactors, user } = ann
      expect(await use(codes[0]!)).toBe(true)
      expect(await use(codes[0]!)).toBe(false)
      expect((await secondFactors.of(user.id)).recoveryCodesLeft).toBe(9)
      await secondFactors.removeTotp(user.id)
      expect(await use(codes[1]!)).toBe(false)
      expect(await secondFactors.isSetUp(user.id)).toBe(false)
      await expect(secondFactors.regenerateRecoveryCodes(user.id)).rejects.toThrow('first')
    })

    it('is removed by a reset', async () => {
      await using database = await engine.open()
      const ann = await withAnn(database)
      await addApp(ann)
      await addPasskey(ann, new SoftAuthenticator())
      expect(await ann.directory.resetSecondFactor(ann.user)).toBe(true)
      expect(await ann.directory.resetSecondFactor(ann.user)).toBe(false)
      const none = { passkeys: [], totp: undefined, recoveryCodesLeft: 0 }
      expect(await ann.secondFactors.of(ann.user.id)).toEqual(none)
    })

    // The rules below do not depend on the engine.
    if (engine.kind !== 'sqlite') return

    it('accepts codes again after the clock was set back', async () => {
      await using database = await engine.open()
      const ann = await withAnn(database)
      const { code, use } = await addApp(ann)
      ann.moveTo(startMs - 100 * stepMs)
      expect(await use(code(startMs - 100 * stepMs))).toBe(true)
      expect(await use(code(startMs - 100 * stepMs))).toBe(false)
    })

    it('stores no secret unencrypted, and accepts no code if the secret of the server is another', async () => {
      await using database = await engine.open()
      const ann = await withAnn(database)
      const { code, codes } = await addApp(ann)
      const other = new SecondFactors({ ...ann.sealing, secret: 'another secret' })
      const { id: userId } = ann.user
      expect(await other.use({ userId, code: code(startMs + stepMs) })).toBe(false)
      expect(await other.use({ userId, code: codes[0]! })).toBe(true)
    })

    it('is set up at sign-in only by a user who has none', async () => {
      await using database = await engine.open()
      const ann = await withAnn(database)
      const { user, secondFactors } = ann
      const setUp = () => {
        const { secret, enrollment } = secondFactors.beginTotp(user)
        const code = totpCode(secret, totpStepAt(startMs))
        return secondFactors.confirmTotp(user, { enrollment, code, isFirst: true })
      }
      const outcomes = await Promise.allSettled([setUp(), setUp()])
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      await expect(setUp()).rejects.toMatchObject({ status: 400 })
    })
  })

  describe(`a passkey on ${engine.name}`, { skip: engine.unavailable !== undefined }, () => {
    it('identifies its owner, each assertion once', async () => {
      await using database = await engine.open()
      const ann = await withAnn(database)
      const { passkeys, user, moveTo } = ann
      const authenticator = new SoftAuthenticator()
      const { recoveryCodes } = await addPasskey(ann, authenticator)
      expect(recoveryCodes).toHaveLength(10)
      const { challenge } = await passkeys.requestOptions({ purpose: 'a', site })
      const answer = JSON.stringify(authenticator.get(challenge, site))
      moveTo(startMs + 1)
      const used = await passkeys.use(answer, { purpose: 'a', site })
      expect(used).toEqual({ userId: user.id, methods: ['hwk', 'user', 'mfa'] })
      expect(await passkeys.use(answer, { purpose: 'a', site })).toBeUndefined()
    })

    it('belongs to its user: other users cannot rename or remove it', async () => {
      await using database = await engine.open()
      const ann = await withAnn(database)
      const { passkeys, secondFactors, directory, user } = ann
      const { user: bob } = await directory.create({ email: 'bob@example.com' })
      const { passkey } = await addPasskey(ann, new SoftAuthenticator())
      const { id } = passkey
      const notFound = { status: 404 }
      await expect(passkeys.rename({ id, userId: bob.id, name: 'Mine' })).rejects.toMatchObject(
        notFound,
      )
      await expect(secondFactors.removePasskey(bob.id, id)).rejects.toMatchObject(notFound)
      expect((await passkeys.rename({ id, userId: user.id, name: 'Work' })).name).toBe('Work')
      await secondFactors.removePasskey(user.id, id)
      expect(await passkeys.areUsed()).toBe(false)
    })

    // The rules below do not depend on the engine.
    if (engine.kind !== 'sqlite') return

    it('does not count elsewhere, for something else, without its owner, or with a counter that went back', async () => {
      await using database = await engine.open()
      const ann = await withAnn(database)
      const { passkeys, moveTo } = ann
      const authenticator = new SoftAuthenticator()
      authenticator.counter = 5
      await addPasskey(ann, authenticator)
      const { challenge } = await passkeys.requestOptions({ purpose: 'a', site })
      const asked = { purpose: 'a', site }
      const refused = async (answer: object, by: typeof asked = asked) =>
        expect(await passkeys.use(JSON.stringify(answer), by)).toBeUndefined()
      authenticator.counter = 6
      const good = authenticator.get(challenge, site)
      await refused(good, { purpose: 'b', site })
      await refused(good, { purpose: 'a', site: { ...site, origin: 'http://localhost:9090' } })
      await refused(good, { purpose: 'a', site: { ...site, id: 'example.com' } })
      await refused(authenticator.get('AAAA', site))
      await refused(authenticator.get(challenge, { ...site, origin: 'https://evil.example' }))
      await refused({ ...new SoftAuthenticator().get(challenge, site), id: authenticator.id })
      authenticator.counter = 4
      await refused(authenticator.get(challenge, site))
      authenticator.counter = 7
      authenticator.isVerifying = false
      await refused(authenticator.get(challenge, site))
      moveTo(startMs + 10 * 60_000 + 1)
      await refused(good)
      moveTo(startMs + 10 * 60_000)
      expect(await passkeys.use(JSON.stringify(good), asked)).toBeDefined()
    })

    it('is registered once, by the user whose challenge it answers, with its owner present', async () => {
      await using database = await engine.open()
      const ann = await withAnn(database)
      const { passkeys, directory, user } = ann
      const { user: bob } = await directory.create({ email: 'bob@example.com' })
      const authenticator = new SoftAuthenticator()
      await addPasskey(ann, authenticator)
      await expect(addPasskey(ann, authenticator, bob)).rejects.toThrow('exists')
      const { challenge } = await passkeys.creationOptions(user, site)
      const wanted = { name: 'Laptop', site }
      const credential = new SoftAuthenticator().create(challenge, site)
      await expect(passkeys.add(bob, { ...wanted, credential })).rejects.toThrow('verified')
      const absent = new SoftAuthenticator()
      absent.isVerifying = false
      const unverified = { ...wanted, credential: absent.create(challenge, site) }
      await expect(passkeys.add(user, unverified)).rejects.toThrow('verified')
      for (const strange of [{}, { id: 1 }, { id: 'x', response: null }]) {
        const added = passkeys.add(user, { ...wanted, credential: strange })
        await expect(added).rejects.toThrow('verified')
      }
    })

    it.each<[string, object]>([
      ['transports that are not a list', { transports: 'usb' }],
      ['transports of other types', { transports: [1, null, {}] }],
      ['a NUL character among the transports', { transports: ['\0', 'usb'] }],
      ['thousands of transports', { transports: Array(5_000).fill('usb') }],
    ])('is stored without %s', async (_, strange) => {
      await using database = await engine.open()
      const ann = await withAnn(database)
      const { passkeys, user } = ann
      const { challenge } = await passkeys.creationOptions(user, site)
      const created = new SoftAuthenticator().create(challenge, site)
      const credential = { ...created, response: { ...created.response, ...strange } }
      const { passkey } = await passkeys.add(user, { credential, name: 'Laptop', site })
      expect(['', 'usb']).toContain(passkey.transports)
    })

    it('is refused with an id that is longer than the standard allows', async () => {
      await using database = await engine.open()
      const ann = await withAnn(database)
      const longest = addPasskey(ann, new SoftAuthenticator(1_023))
      expect((await longest).passkey.id).toHaveLength(1_364)
      const refused = addPasskey(ann, new SoftAuthenticator(1_024))
      await expect(refused).rejects.toMatchObject({ status: 400 })
    })

    it.each([
      ['with a NUL character', '\0'],
      ['with half a character', '\ud800'],
      ['of any length', 'a'.repeat(50_000)],
      ['without characters', ''],
    ])('is not found by an id %s', async (_, id) => {
      await using database = await engine.open()
      const { passkeys } = await withAnn(database)
      const answer = JSON.stringify({ ...new SoftAuthenticator().get('AAAA', site), id })
      expect(await passkeys.use(answer, { purpose: 'a', site })).toBeUndefined()
    })
  })
}
