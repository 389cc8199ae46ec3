import { expect, it } from 'vitest'
import { BrowserUser } from '../support/browser-user.ts'
import { as } from '../support/calling.ts'
import { consoleAddress } from '../support/console-sign-in.ts'
import { newProof, postForm } from '../support/program.ts'
import { onEmbeddedServer } from '../support/sites.ts'
import { SoftAuthenticator } from '../support/soft-authenticator.ts'
import { createWorld } from '../support/world.ts'

const passkeys = '/almanac/v1/users/me/passkeys'
const button = 'Sign in with a passkey'

onEmbeddedServer('passkeys of worlds', (site) => {
  /** A world at a host with a name, which passkeys need, and whose first user has one. */
  async function worldWithPasskey() {
    const { port } = new URL(site.base)
    const named = { Host: `localhost:${port}` }
    const relyingParty = { id: 'localhost', origin: `http://localhost:${port}` }
    const { base, email } = await createWorld(site.base)
    const prefix = new URL(base).pathname
    const root = relyingParty.origin + prefix
    const proof = newProof()

    const open = async () => {
      const browser = new BrowserUser(site.base, named)
      const { page } = await browser.open(prefix + consoleAddress(root, proof))
      return { browser, page }
    }
    const { browser, page } = await open()
    const { page: done } = await browser.press(page, (text) => text.includes(email))
    const { body } = await postForm(
      `${base}/token`,
      {
        grant_type: 'authorization_code',
        client_id: 'almanac-console',
        code: new URL(done.path, root).searchParams.get('code')!,
        redirect_uri: `${root}/signed-in`,
        code_verifier: proof.verifier,
      },
      named,
    )
    const me = as(base, body.access_token)
    const begun = await me.post(`${passkeys}/begin`, undefined, named)
    const { challenge } = begun.json.options as unknown as { challenge: string }
    const authenticator = new SoftAuthenticator()
    const credential = authenticator.create(challenge, relyingParty)
    const added = await me.post(passkeys, { name: 'Key', credential }, named)
    expect(added.status).toBe(200)

    /** Answers the sign-in page with an authenticator, and gives the page after it. */
    const signIn = async (by: SoftAuthenticator) => {
      const { browser, page } = await open()
      const [, options] = /data-options="([^"]+)"/.exec(page.html)!
      const asked = JSON.parse(options!.replaceAll('&quot;', '"')) as { challenge: string }
      const answer = JSON.stringify(by.get(asked.challenge, relyingParty))
      return (await browser.press(page, button, { fill: { credential: answer } })).page
    }
    return { authenticator, signIn }
  }

  it('are refused in another world of the same host', async () => {
    const [blue, red] = [await worldWithPasskey(), await worldWithPasskey()]
    expect((await blue.signIn(blue.authenticator)).path).toContain('/signed-in?code=')
    const refused = await red.signIn(blue.authenticator)
    expect([refused.status, refused.words]).toEqual([
      400,
      expect.stringContaining('This passkey is not known here'),
    ])
  })
})
