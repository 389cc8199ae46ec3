import { expect, it } from 'vitest'
import { BrowserUser } from '../support/browser-user.ts'
import { as } from '../support/calling.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEmbeddedServer } from '../support/sites.ts'
import { createWorld, type World } from '../support/world.ts'
import { buttonOf, identityProviders } from './federation-fixture.ts'

const account = '/almanac/v1/users/me'
const back = 'http://127.0.0.1:5555/back'

/** A client of a world, registered by its first user. */
async function clientOf(world: World, redirectUri: string) {
  const wanted = { name: 'Program', type: 'web', redirectUris: [redirectUri] }
  const { status, json } = await world.calls.post(`${account}/clients`, wanted)
  expect(status).toBe(200)
  const { web } = json.file as unknown as { web: { client_id: string; client_secret: string } }
  return web
}

onEmbeddedServer('another Almanac as identity provider', (site) => {
  /** A world whose users sign in with another world, and a program of it. */
  async function twoWorlds() {
    const [upper, lower] = [await createWorld(site.base), await createWorld(site.base)]
    const client = await clientOf(upper, `${lower.base}/signin/callback/upper`)
    const made = await lower.calls.post(identityProviders, {
      id: 'upper',
      name: 'Upper',
      issuer: upper.base,
      clientId: client.client_id,
      clientSecret: client.client_secret,
      emailDomains: [upper.email.split('@')[1]],
      createUsers: true,
      linkByEmail: true,
    })
    expect(made.status).toBe(200)
    return { upper, lower, program: await clientOf(lower, back) }
  }

  /** Signs in to the lower world through the upper one, and gives what the program gets. */
  async function signIn(
    { upper, lower, program }: Awaited<ReturnType<typeof twoWorlds>>,
    browser = new BrowserUser(site.base),
  ) {
    const query = new URLSearchParams({
      client_id: program.client_id,
      redirect_uri: back,
      response_type: 'code',
      scope: 'openid email urn:almanac:account',
      access_type: 'offline',
      prompt: 'login',
    })
    const page = await browser.open(`${lower.base}/o/oauth2/v2/auth?${query}`)
    const there = await browser.open(buttonOf(page, 'Upper')!)
    // One browser visits both, as a person does.
    const isUpper = (text: string) => text.startsWith('Continue as') && text.includes(upper.email)
    let stop = there.page.has('Allow') ? there : await browser.press(there.page, isUpper)
    for (let hops = 0; stop.left === undefined && hops < 4; hops++) {
      stop = await browser.press(stop.page, 'Allow')
    }
    const exchanged = await fetch(`${lower.base}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: stop.left!.searchParams.get('code')!,
        redirect_uri: back,
        client_id: program.client_id,
        client_secret: program.client_secret,
      }),
    })
    return (await exchanged.json()) as { access_token: string; refresh_token: string }
  }

  it('signs people in below the prefix of a world', async () => {
    const worlds = await twoWorlds()
    const { access_token: token } = await signIn(worlds)
    const me = as(worlds.lower.base, token)
    expect((await me.get('/oauth2/v3/userinfo')).json).toMatchObject({ email: worlds.upper.email })
    const { json } = await me.get(`${account}/identities`)
    expect(json.items).toMatchObject([{ provider: 'upper', email: worlds.upper.email }])
  })

  it('is left by users who have signed in lately and have another way in', async () => {
    const worlds = await twoWorlds()
    const { lower, program } = worlds
    const given = await signIn(worlds)
    const path = `${account}/identities/upper`
    const disconnect = (token: string) => as(lower.base, token).delete(path)
    const only = await disconnect(given.access_token)
    expectRefusal(only, { status: 403, reason: 'forbidden' })
    const password = { password: 'correct horse battery' }
    await lower.calls.post(`/admin/v1/users/${worlds.upper.email}/setPassword`, password)
    const again = await signIn(worlds)
    await lower.calls.post('/_almanac/clock', { advance: 'PT61M' })
    const refreshed = await fetch(`${lower.base}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: again.refresh_token,
        client_id: program.client_id,
        client_secret: program.client_secret,
      }),
    })
    const later = (await refreshed.json()) as { access_token: string }
    const refused = await disconnect(later.access_token)
    expectRefusal(refused, { status: 403, reason: 'recentSignInRequired' })
    await lower.calls.post('/_almanac/clock', { reset: true })
    const fresh = await signIn(worlds)
    expect((await disconnect(fresh.access_token)).status).toBe(204)
    const gone = await disconnect(fresh.access_token)
    expectRefusal(gone, { status: 404, reason: 'notFound' })
  })
})
