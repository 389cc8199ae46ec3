import { describe, expect, it } from 'vitest'
import { onEmbedded } from '../support/sites.ts'

describe('signing in to the console', () => {
  onEmbedded('over the wire', (site) => {
    const asked = (redirectUri: string) =>
      site.call(
        `/o/oauth2/v2/auth?${new URLSearchParams({
          response_type: 'code',
          client_id: 'almanac-console',
          redirect_uri: redirectUri,
          scope: 'openid',
          code_challenge: 'a'.repeat(43),
          code_challenge_method: 'S256',
        })}`,
      )

    it('returns to this host', async () => {
      const { status } = await asked(`${site.base}/signed-in`)
      expect([302, 303]).toContain(status)
    })

    it.each(['https://elsewhere.example/signed-in', 'http://127.0.0.1:1/signed-in'])(
      'does not come back to %s',
      async (address) => {
        const { status, headers } = await asked(address)
        expect(status).toBe(400)
        expect(headers.location).toBeUndefined()
      },
    )

    it('speaks the language that the browser prefers', async () => {
      const page = (language: string) =>
        site.call('/signin/none', { headers: { 'Accept-Language': language } })
      expect((await page('de-CH,de;q=0.9,en;q=0.8')).text).toContain('<html lang="de"')
      expect((await page('fr')).text).toContain('<html lang="en"')
    })

    it('is not ended by a page of another host', async () => {
      const out = (headers: Record<string, string>) =>
        site.call('/signin/out', { method: 'POST', headers })
      expect((await out({ Origin: 'https://elsewhere.example' })).status).toBe(403)
      const { origin } = new URL(site.base)
      expect((await out({ Origin: origin })).status).toBeLessThan(400)
    })
  })
})
