import { beforeAll, expect, it } from 'vitest'
import { BrowserUser } from '../support/browser-user.ts'
import { as, until } from '../support/calling.ts'
import { officialClient } from '../support/official-sign-in.ts'
import { newProgram, newProof, type Program } from '../support/program.ts'
import { onEmbeddedServer } from '../support/sites.ts'

const ann = { email: 'ann@example.com' }

onEmbeddedServer('a client without a secret', (site) => {
  let program: Program
  beforeAll(async () => {
    program = await newProgram(site, { isPublic: true })
    await site.user(ann)
  })

  async function signIn() {
    const { verifier, challenge } = newProof()
    const address = program.address({ code_challenge: challenge, code_challenge_method: 'S256' })
    const { to } = await new BrowserUser(site.base).agree(address, ann)
    const code = to.searchParams.get('code')!
    return { code, verifier }
  }

  async function newTokens() {
    const { code, verifier } = await signIn()
    const { body } = await program.exchange(code, { code_verifier: verifier })
    return { access: body.access_token, refresh: body.refresh_token! }
  }

  it('has none in its file', () => {
    expect(program.secret).toBeUndefined()
  })

  it('has to send a challenge', async () => {
    const { left } = await new BrowserUser(site.base).open(program.address({ state: 's' }))
    expect(left!.searchParams.get('error')).toBe('invalid_request')
    expect(left!.searchParams.get('error_description')).toContain('PKCE')
  })

  it('gets nothing without the verifier, and nothing with an invented secret', async () => {
    const { code, verifier } = await signIn()
    const bare = await program.exchange(code)
    expect([bare.status, bare.body.error]).toEqual([400, 'invalid_grant'])
    const secret = { code_verifier: verifier, client_secret: 'invented' }
    expect((await program.exchange(code, secret)).body.access_token).toBeUndefined()
    const right = await program.exchange(code, { code_verifier: verifier })
    expect(right.body).toMatchObject({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
    })
  })

  it('gets a new refresh token at each use of the last', async () => {
    let { refresh } = await newTokens()
    const seen = new Set([refresh])
    for (let time = 0; time < 3; time++) {
      const { status, body } = await program.refresh(refresh)
      expect(status).toBe(200)
      expect((await as(site.base, body.access_token).primary()).json.id).toBe(ann.email)
      refresh = body.refresh_token!
      seen.add(refresh)
    }
    expect(seen.size).toBe(4)
  })

  it('loses everything when an old refresh token comes again', async () => {
    const { access, refresh } = await newTokens()
    const { body: next } = await program.refresh(refresh)
    const replayed = await program.refresh(refresh)
    expect([replayed.status, replayed.body.error]).toEqual([400, 'invalid_grant'])
    expect((await program.refresh(next.refresh_token!)).body.error).toBe('invalid_grant')
    for (const token of [access, next.access_token]) {
      await until(
        () => as(site.base, token).primary(),
        ({ status }) => status === 401,
      )
    }
  })

  it('gets at most one answer when it refreshes many times at once', async () => {
    const { refresh } = await newTokens()
    const replies = await Promise.all(Array.from({ length: 6 }, () => program.refresh(refresh)))
    expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  })

  it('works with the official client library', async () => {
    const { code, verifier } = await signIn()
    const client = officialClient(program)
    const { tokens } = await client.getToken({ code, codeVerifier: verifier })
    client.setCredentials(tokens)
    const { credentials } = await client.refreshAccessToken()
    const me = as(site.base, credentials.access_token!)
    expect((await me.primary()).json.id).toBe(ann.email)
  })
})

onEmbeddedServer('an installed client with a secret', (site) => {
  beforeAll(async () => {
    await site.user(ann)
  })

  it('may do without a challenge when the code stays on the machine', async () => {
    const program = await newProgram(site, { type: 'installed' })
    const { to } = await new BrowserUser(site.base).agree(program.address(), ann)
    const { status } = await program.exchange(to.searchParams.get('code')!)
    expect(status).toBe(200)
  })

  it.each(['com.example.planner:/back', 'https://planner.example.com/app'])(
    'has to send a challenge when it waits at %s',
    async (redirectUri) => {
      const program = await newProgram(site, { type: 'installed', redirectUri })
      const { left } = await new BrowserUser(site.base).open(program.address())
      expect(left!.searchParams.get('error')).toBe('invalid_request')
      expect(left!.searchParams.get('error_description')).toContain('PKCE')
      const { verifier, challenge } = newProof()
      const proven = { code_challenge: challenge, code_challenge_method: 'S256' }
      const { to } = await new BrowserUser(site.base).agree(program.address(proven), ann)
      const form = { code_verifier: verifier }
      const { status } = await program.exchange(to.searchParams.get('code')!, form)
      expect(status).toBe(200)
    },
  )
})

onEmbeddedServer(
  'where a setting wants a proof of all clients, one with a secret',
  (site) => {
    it('has to send a challenge', async () => {
      await site.user(ann)
      const program = await newProgram(site)
      const { left } = await new BrowserUser(site.base).open(program.address())
      expect(left!.searchParams.get('error')).toBe('invalid_request')
      expect(left!.searchParams.get('error_description')).toContain('PKCE')
      const { verifier, challenge } = newProof()
      const plain = { code_challenge: verifier, code_challenge_method: 'plain' }
      const refused = await new BrowserUser(site.base).open(program.address(plain))
      expect(refused.left!.searchParams.get('error')).toBe('invalid_request')
      const proven = { code_challenge: challenge, code_challenge_method: 'S256' }
      const { to } = await new BrowserUser(site.base).agree(program.address(proven), ann)
      const code = to.searchParams.get('code')!
      expect((await program.exchange(code)).body.error).toBe('invalid_grant')
      expect((await program.exchange(code, { code_verifier: verifier })).status).toBe(200)
    })
  },
  { ALMANAC_PKCE: 'all' },
)
