import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BrowserUser } from '../support/browser-user.ts'
import { as } from '../support/calling.ts'
import { consoleAddress, signInToConsole } from '../support/console-sign-in.ts'
import { newProgram, newProof, scope } from '../support/program.ts'
import { onEmbeddedServer, onServers, type ServerSite } from '../support/sites.ts'
import { administrator } from './admin-fixture.ts'

const advance = (site: ServerSite, duration: string) =>
  site.call('/_almanac/clock', { method: 'POST', body: { advance: duration } })

/** Somebody with a browser, a console, a program with access, and a token of their own. */
async function signedIn(site: ServerSite) {
  const { email } = await site.user()
  const browser = new BrowserUser(site.base)
  const session = await signInToConsole({ base: site.base, browser }, { email })
  const me = as(site.base, session.accessToken)
  const wanted = { name: 'Backup', scopes: [scope('calendar')] }
  const personal = String((await me.post('/almanac/v1/users/me/tokens', wanted)).json.token)
  const program = await newProgram(site)
  const { to } = await browser.agree(program.address({ access_type: 'offline' }), { email })
  const { body: given } = await program.exchange(to.searchParams.get('code')!)
  return { email, browser, session, me, personal, program, given }
}

async function expectSignedOut(
  site: ServerSite,
  { browser, session, me, personal, program, given }: Awaited<ReturnType<typeof signedIn>>,
): Promise<void> {
  expect((await me.primary()).status).toBe(401)
  expect((await session.refresh()).body.error).toBe('invalid_grant')
  expect((await as(site.base, given.access_token).primary()).status).toBe(401)
  expect((await program.refresh(given.refresh_token!)).body.error).toBe('invalid_grant')
  const { page } = await browser.open(consoleAddress(site.base, newProof()))
  expect(page.heading).toBe('Sign in')
  expect((await as(site.base, personal).primary()).status).toBe(200)
}

onServers('a session', (site) => {
  let boss: Awaited<ReturnType<typeof administrator>>
  beforeAll(async () => {
    boss = await administrator(site.place, site.server)
  })

  it('ends with all others when its user signs out everywhere', async () => {
    const [person, other] = [await signedIn(site), await signedIn(site)]
    const reply = await person.me.post('/almanac/v1/users/me/sessions/endAll')
    expect(reply.status).toBe(204)
    await expectSignedOut(site, person)
    expect((await other.me.primary()).status).toBe(200)
    expect((await other.session.refresh()).status).toBe(200)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('ends at once, with all that was given in it, when the password changes', async () => {
    const person = await signedIn(site)
    expect((await person.me.primary()).status).toBe(200)
    const path = `/admin/v1/users/${person.email}/setPassword`
    expect((await boss.post(path, { password: 'a quite new password' })).status).toBe(200)
    await expectSignedOut(site, person)
  })

  it('ends for the console when the browser signs out', async () => {
    const { email } = await site.user()
    const browser = new BrowserUser(site.base, { Origin: site.base })
    const session = await signInToConsole({ base: site.base, browser }, { email })
    expect((await session.refresh()).status).toBe(200)
    expect((await browser.exchange('/signin/out', 'POST')).status).toBe(204)
    expect((await session.refresh()).body.error).toBe('invalid_grant')
  })
})

onEmbeddedServer(
  'the life of a session',
  (site) => {
    afterEach(() => site.call('/_almanac/clock', { method: 'POST', body: { reset: true } }))

    const consoleOf = async (email: string) =>
      signInToConsole({ base: site.base, browser: new BrowserUser(site.base) }, { email })

    describe('of an administrator', () => {
      let email = ''
      beforeAll(async () => {
        email = (await administrator(site.place, site.server)).email
      })

      it('ends after some hours without use', async () => {
        const session = await consoleOf(email)
        for (const status of [200, 200]) {
          await advance(site, 'PT1H50M')
          expect((await session.refresh()).status).toBe(status)
        }
        await advance(site, 'PT2H1M')
        expect((await session.refresh()).body.error).toBe('invalid_grant')
      })

      it('expires some days after sign-in, however much it is used', async () => {
        const session = await consoleOf(email)
        for (let hour = 1; hour < 24; hour++) {
          await advance(site, 'PT1H')
          expect((await session.refresh()).status).toBe(200)
        }
        await advance(site, 'PT1H1M')
        expect((await session.refresh()).body.error).toBe('invalid_grant')
      })
    })

    it('of a user is longer', async () => {
      const { email } = await site.user()
      const session = await consoleOf(email)
      await advance(site, 'PT47H')
      expect((await session.refresh()).status).toBe(200)
      await advance(site, 'PT2H')
      expect((await session.refresh()).body.error).toBe('invalid_grant')
    })

    it('does not bound programs, whose refresh tokens end when they are not used', async () => {
      const { email } = await site.user()
      const program = await newProgram(site)
      const address = program.address({ access_type: 'offline' })
      const { to } = await new BrowserUser(site.base).agree(address, { email })
      const { body } = await program.exchange(to.searchParams.get('code')!)
      for (const status of [200, 200]) {
        await advance(site, 'PT216H')
        expect((await program.refresh(body.refresh_token!)).status).toBe(status)
      }
      await advance(site, 'PT241H')
      expect((await program.refresh(body.refresh_token!)).body.error).toBe('invalid_grant')
    })

    it('does not limit programs, whose access expires a year after consent however much it is used', async () => {
      const { email } = await site.user()
      const program = await newProgram(site)
      const address = program.address({ access_type: 'offline' })
      const { to } = await new BrowserUser(site.base).agree(address, { email })
      const { body } = await program.exchange(to.searchParams.get('code')!)
      for (let days = 9; days < 365; days += 9) {
        await advance(site, 'PT216H')
        expect([days, (await program.refresh(body.refresh_token!)).status]).toEqual([days, 200])
      }
      await advance(site, 'PT216H')
      expect((await program.refresh(body.refresh_token!)).body.error).toBe('invalid_grant')
    })
  },
  {
    ALMANAC_ADMIN_SESSION_IDLE_HOURS: '2',
    ALMANAC_ADMIN_SESSION_DAYS: '1',
    ALMANAC_SESSION_DAYS: '2',
    ALMANAC_REFRESH_TOKEN_IDLE_DAYS: '10',
  },
)
