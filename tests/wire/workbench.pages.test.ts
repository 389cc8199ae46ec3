import { beforeAll, expect, it } from 'vitest'
import { as, type Reply } from '../support/calling.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onEmbeddedServer } from '../support/sites.ts'
import { administrator } from './admin-fixture.ts'

const forbidden = { status: 403, reason: 'forbidden' }

onEmbeddedServer('the workbench for a page in a browser', (site) => {
  let boss: Awaited<ReturnType<typeof administrator>>
  beforeAll(async () => {
    boss = await administrator(site.place, site.server)
  })

  /** Some of what it offers, as a page asks for it. */
  const asked = (
    token: string | undefined,
    headers: Record<string, string>,
  ): readonly (() => Promise<Reply>)[] => {
    const page = as(site.base, token)
    return [
      () => page.get('/_almanac/clock', headers),
      () => page.post('/_almanac/clock', { advance: 0 }, headers),
      () => page.post('/_almanac/faults', { operation: 'books.*', delayMs: 0 }, headers),
      () => page.get('/_almanac/snapshots', headers),
      () => page.get('/_almanac/outbox', headers),
    ]
  }

  it('answers one of this server with the token of an administrator', async () => {
    for (const ask of asked(boss.token, { Origin: site.base }))
      expect((await ask()).status).toBe(200)
  })

  it('does not exist for one without a token', async () => {
    for (const ask of asked(undefined, { Origin: site.base })) expectRefusal(await ask(), notFound)
  })

  it('is not for users who are no administrators', async () => {
    const { token } = await site.user()
    for (const ask of asked(token, { Origin: site.base })) expectRefusal(await ask(), forbidden)
  })

  it('is not for an administrator whose token is for something else', async () => {
    const { token } = await site.user({ email: boss.email, scopes: ['calendar'] })
    for (const ask of asked(token, { Origin: site.base })) expectRefusal(await ask(), forbidden)
  })

  it('treats an unknown token as invalid', async () => {
    for (const ask of asked('garbage', { Origin: site.base })) {
      expectRefusal(await ask(), { status: 401, reason: 'authError' })
    }
  })

  it.each([
    ['another origin', { Origin: 'http://evil.example' }],
    ['another port of this machine', { Origin: 'http://127.0.0.1:1' }],
    ['no origin that it would tell', { Origin: 'null' }],
    ['a proxy', { 'X-Forwarded-For': '10.0.0.1' }],
    ['a name that is not of this machine', { Host: 'evil.example' }],
  ])('does not exist for one of %s, whatever token it brings', async (_, headers) => {
    for (const ask of asked(boss.token, { Origin: site.base, ...headers })) {
      expectRefusal(await ask(), notFound)
    }
  })

  it('does not exist for a page that is served under a name rebound to this machine', async () => {
    const headers = { Origin: 'http://evil.example', Host: 'evil.example' }
    for (const ask of asked(boss.token, headers)) expectRefusal(await ask(), notFound)
  })
})
