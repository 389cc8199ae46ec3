import { expect, it } from 'vitest'
import { expectRefusal } from '../support/refusal.ts'
import { onEmbedded, onEveryEngine } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

const fullSyncRequired = {
  status: 410,
  reason: 'fullSyncRequired',
  domain: 'calendar',
  location: 'syncToken',
}

onEveryEngine('syncing settings', (site) => {
  it('returns an empty list and a token when nothing has changed', async () => {
    const user = await site.user()
    const reply = await since(user, await firstToken(user))
    expect(reply.status).toBe(200)
    expect(reply.json).toMatchObject({ kind: 'calendar#settings', items: [] })
    expect(reply.json.nextSyncToken).toEqual(expect.any(String))
  })

  it('returns each changed setting once, in its current state', async () => {
    const user = await site.user()
    const token = await firstToken(user)
    await user.changeSetting('weekStart', '1')
    await user.changeSetting('locale', 'de')
    const { json: locale } = await user.changeSetting('locale', 'fr')
    const reply = await since(user, token)
    expect(reply.json.items).toHaveLength(2)
    expect(reply.json.items).toContainEqual(locale)
    expect((await since(user, reply.json.nextSyncToken!)).json.items).toEqual([])
  })

  it('returns again what changed while the list was being paged', async () => {
    const user = await site.user()
    const first = await user.get('/users/me/settings?maxResults=8')
    await user.changeSetting('autoAddHangouts', 'true')
    const last = await user.get(`/users/me/settings?pageToken=${first.json.nextPageToken}`)
    const { items } = (await since(user, last.json.nextSyncToken!)).json
    expect(items).toMatchObject([{ id: 'autoAddHangouts', value: 'true' }])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('continues from old tokens after new ones were given', async () => {
    const user = await site.user()
    const token = await firstToken(user)
    await user.changeSetting('locale', 'de')
    const first = await since(user, token)
    expect((await since(user, token)).json.items).toEqual(first.json.items)
  })

  it('does not tell what was set to the value it had', async () => {
    const user = await site.user()
    const token = await firstToken(user)
    await user.changeSetting('locale', 'en')
    expect((await since(user, token)).json.items).toEqual([])
  })

  it('is paged, and the last page has a token', async () => {
    const user = await site.user()
    const token = await firstToken(user)
    await user.changeSetting('locale', 'de')
    await user.changeSetting('weekStart', '1')
    const first = await since(user, token, '&maxResults=1')
    expect(first.json.items).toHaveLength(1)
    const last = await since(user, token, `&maxResults=1&pageToken=${first.json.nextPageToken}`)
    expect(last.json.items).toHaveLength(1)
    expect((await since(user, last.json.nextSyncToken!)).json.items).toEqual([])
  })

  it.each(['garbage', 'AAAA', 'CPDAlvWDx70CEPDAlvWDx70CGAU%3D', '%00'])(
    'does not take %s for a token',
    async (token) => {
      const user = await site.user()
      const reply = await since(user, token)
      const isText = token !== '%00'
      expectRefusal(reply, {
        status: 400,
        reason: isText ? 'invalid' : 'invalidParameter',
        location: 'syncToken',
        ...(isText && { message: 'Invalid sync token value.' }),
      })
    },
  )

  it('requires a full sync if the token belongs to another user', async () => {
    const [user, other] = [await site.user(), await site.user()]
    expectRefusal(await since(other, await firstToken(user)), fullSyncRequired)
  })
})

// Time is moved here, so no other test may share the server.
onEmbedded('syncing settings after a month', (site) => {
  it('requires a full sync if the token has expired', async () => {
    const user = await site.user()
    const token = await firstToken(user)
    await advance('P29D')
    const younger = (await since(user, token)).json.nextSyncToken!
    expect((await since(user, token)).status).toBe(200)
    await advance('P2D')
    expectRefusal(await since(user, token), fullSyncRequired)
    expect((await since(user, younger)).status).toBe(200)
  })

  const advance = (duration: string) =>
    site.call('/_almanac/clock', { method: 'POST', body: { advance: duration } })
})

const since = (user: WireUser, token: string, more = '') =>
  user.get(`/users/me/settings?syncToken=${token}${more}`)

async function firstToken(user: WireUser): Promise<string> {
  return (await user.get('/users/me/settings')).json.nextSyncToken!
}
