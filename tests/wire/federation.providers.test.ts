import { beforeAll, expect, it } from 'vitest'
import { expectRefusal } from '../support/refusal.ts'
import { runAlmanac } from '../support/server.ts'
import { onEmbeddedServer, onServers } from '../support/sites.ts'
import { administrator } from './admin-fixture.ts'
import { identityProviders } from './federation-fixture.ts'

const example = {
  id: 'example',
  name: 'Example',
  issuer: 'https://id.example.com',
  clientId: 'almanac',
  clientSecret: 'a-secret',
}

onServers('identity providers of a server', (site) => {
  let owner: Awaited<ReturnType<typeof administrator>>
  beforeAll(async () => {
    owner = await administrator(site.place, site.server)
  })

  it('are created, changed, listed and deleted, and never show their secret', async () => {
    const made = await owner.post(identityProviders, { ...example, trustAmr: true })
    expect(made.status).toBe(200)
    expect(made.json).toMatchObject({
      kind: 'admin#identityProvider',
      id: 'example',
      scopes: ['openid', 'email', 'profile'],
      createUsers: false,
      linkByEmail: false,
      isEnabled: true,
      hasClientSecret: true,
      callbackUrl: `${site.base}/signin/callback/example`,
    })
    expect(made.text).not.toContain('a-secret')
    const path = `${identityProviders}/example`
    const change = { emailDomains: ['Example.com'], createUsers: true, clientSecret: null }
    const changed = await owner.patch(path, change)
    expect(changed.json).toMatchObject({
      emailDomains: ['example.com'],
      createUsers: true,
      hasClientSecret: false,
    })
    expect((await owner.get(path)).json).toEqual(changed.json)
    expect((await owner.get(identityProviders)).json.items).toEqual([changed.json])
    expect((await owner.delete(path)).status).toBe(204)
    expectRefusal(await owner.get(path), { status: 404, reason: 'notFound' })
    expectRefusal(await owner.delete(path), { status: 404, reason: 'notFound' })
    expectRefusal(await owner.patch(path, {}), { status: 404, reason: 'notFound' })
    const { json } = await owner.get(`/admin/v1/audit?actor=${owner.email}`)
    const entries = json.items as unknown as { action: string; details: object }[]
    const insertion = entries.find(({ action }) => action === 'admin.identityProviders.insert')
    const { issuer, clientId } = example
    expect(insertion?.details).toEqual({ issuer, clientId, trustAmr: true })
    expect(JSON.stringify(json)).not.toContain('a-secret')
  })

  it('are managed on the command line, with the secret from standard input', async () => {
    const run = (words: string[], input?: string) =>
      runAlmanac(
        ['identity-provider', ...words],
        site.place.environment,
        input === undefined ? {} : { input },
      )
    const { id, name, issuer, clientId } = example
    const wanted = ['--name', name, '--issuer', issuer, '--client-id', clientId]
    const policy = ['--email-domain', 'example.com', '--link-by-email', '--client-secret-stdin']
    const created = await run(['create', id, ...wanted, ...policy], 'a-secret\n')
    expect(created.stderr).toBe('')
    expect(created.stdout).toContain('/signin/callback/example')
    const flags = async () => (await run(['list'])).stdout.trim().split('\t').at(-1)
    expect(await flags()).toBe('links-by-email example.com')
    expect((await run(['update', id, '--disable', '--no-link-by-email'])).code).toBe(0)
    expect(await flags()).toBe('disabled example.com')
    expect((await run(['update', 'none', '--disable'])).stderr).toContain(
      'There is no identity provider none.',
    )
    expect((await run(['delete', id])).code).toBe(0)
    expect((await run(['list'])).stdout.trim()).toBe('')
  })

  if (!site.isEmbedded) return

  it.each([
    ['id', { id: 'Not a slug' }],
    ['issuer', { issuer: 'https://user:password@id.example.com' }],
    ['clientSecret', { clientSecret: '' }],
    ['emailDomains[0]', { emailDomains: ['not a domain'] }],
    ['groupMapping[0].group', { groupClaim: 'groups', groupMapping: [{ value: 'a' }] }],
    [
      'groupMapping[0].group',
      { groupClaim: 'groups', groupMapping: [{ value: 'a', group: 'none@example.com' }] },
    ],
  ])('are refused by the path of what is wrong: %s', async (location, wrong) => {
    const reply = await owner.post(identityProviders, { ...example, ...wrong })
    expect(reply.status).toBe(400)
    expect(reply.text).toContain(location)
  })

  it.each(['id', 'name', 'issuer', 'clientId'])('are refused without %s', async (name) => {
    const reply = await owner.post(identityProviders, { ...example, [name]: undefined })
    expectRefusal(reply, { status: 400, reason: 'required' })
  })

  it('keep their id and issuer, and what they cannot be without', async () => {
    await owner.post(identityProviders, { ...example, id: 'kept' })
    const path = `${identityProviders}/kept`
    for (const wrong of [{ id: 'x' }, { issuer: 'https://x.example' }, { name: null }]) {
      expectRefusal(await owner.patch(path, wrong), { status: 400, reason: 'invalid' })
    }
  })
})

onEmbeddedServer(
  'where private addresses are denied',
  (site) => {
    it.each([
      'http://127.0.0.1:8080',
      'https://localhost',
      'https://10.0.0.1',
      'https://[::1]',
      'https://169.254.169.254',
      'https://id.internal',
      'https://id.example.com:22',
    ])('an identity provider is not at %s', async (issuer) => {
      const owner = await administrator(site.place, site.server)
      const reply = await owner.post(identityProviders, { ...example, issuer })
      expectRefusal(reply, { status: 400, reason: 'invalid' })
    })
  },
  { ALMANAC_IDENTITY_PROVIDER_PRIVATE: 'deny' },
)
