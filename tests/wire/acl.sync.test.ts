import { expect, it } from 'vitest'
import { expectRefusal } from '../support/refusal.ts'
import { newSharedCalendar, rolesIn, type SharedCalendar } from '../support/sharing.ts'
import { onServers } from '../support/sites.ts'
import { admin, administrator } from './admin-fixture.ts'

const fullSyncRequired = {
  status: 410,
  reason: 'fullSyncRequired',
  domain: 'calendar',
  location: 'syncToken',
}
const bob = 'user:bob@example.com'
const carol = 'user:carol@example.com'

onServers('syncing rules', (site) => {
  it('returns an empty list and a token when nothing has changed', async () => {
    const calendar = await newSharedCalendar(site)
    const reply = await since(calendar, await firstToken(calendar))
    expect(reply.json).toMatchObject({ kind: 'calendar#acl', items: [] })
    expect(reply.json.nextSyncToken).toEqual(expect.any(String))
  })

  // Scenario 72.
  it('returns a deleted rule with the role none', async () => {
    const calendar = await newSharedCalendar(site)
    await calendar.share({ [bob]: 'reader', [carol]: 'reader' })
    const token = await firstToken(calendar)
    await calendar.owner.delete(calendar.rulePath(bob))
    const { json } = await since(calendar, token)
    expect(json.items).toEqual([
      {
        kind: 'calendar#aclRule',
        etag: expect.any(String),
        id: bob,
        scope: { type: 'user', value: 'bob@example.com' },
        role: 'none',
      },
    ])
    expect((await since(calendar, json.nextSyncToken!)).json.items).toEqual([])
  })

  it('returns each changed rule once, in its current state', async () => {
    const calendar = await newSharedCalendar(site)
    await calendar.share({ [bob]: 'reader' })
    const token = await firstToken(calendar)
    await calendar.share({ [carol]: 'reader', [bob]: 'none', 'user:dan@example.com': 'owner' })
    await calendar.share({ [carol]: 'none', [bob]: 'writer' })
    const { json } = await since(calendar, token)
    expect(rolesIn(json)).toEqual([
      [bob, 'writer'],
      [carol, 'none'],
      ['user:dan@example.com', 'owner'],
    ])
    expect(rolesIn((await since(calendar, token, '&showDeleted=true')).json)).toEqual(rolesIn(json))
  })

  it('accepts old tokens after new ones were returned', async () => {
    const calendar = await newSharedCalendar(site)
    const token = await firstToken(calendar)
    await calendar.share({ [bob]: 'reader' })
    const first = await since(calendar, token)
    expect((await since(calendar, token)).json.items).toEqual(first.json.items)
  })

  it('is paged, and the last page has a token', async () => {
    const calendar = await newSharedCalendar(site)
    const token = await firstToken(calendar)
    await calendar.share({ [bob]: 'reader', [carol]: 'reader' })
    const first = await since(calendar, token, '&maxResults=1')
    expect(rolesIn(first.json)).toEqual([[bob, 'reader']])
    expect(first.json).not.toHaveProperty('nextSyncToken')
    const next = `&maxResults=1&pageToken=${first.json.nextPageToken}`
    const last = await since(calendar, token, next)
    expect(rolesIn(last.json)).toEqual([[carol, 'reader']])
    expect((await since(calendar, last.json.nextSyncToken!)).json.items).toEqual([])
  })

  it('returns again what changed while the list was being paged', async () => {
    const calendar = await newSharedCalendar(site)
    await calendar.share({ [bob]: 'reader', [carol]: 'reader' })
    const { nextPageToken } = await calendar.list('?maxResults=3')
    await calendar.share({ [bob]: 'writer', [carol]: 'none' })
    const { nextSyncToken } = await calendar.list(`?pageToken=${nextPageToken}`)
    expect(rolesIn((await since(calendar, nextSyncToken!)).json)).toEqual([
      [bob, 'writer'],
      [carol, 'none'],
    ])
  })

  it('does not count a change of the calendar as one of its rules', async () => {
    const calendar = await newSharedCalendar(site)
    const token = await firstToken(calendar)
    await calendar.owner.patch(calendar.path, { summary: 'Renamed' })
    expect((await since(calendar, token)).json.items).toEqual([])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('requires a full sync if the calendar belongs to a former user', async () => {
    const boss = await administrator(site.place, site.server)
    const { email } = await site.user()
    const former = await site.user({ email })
    const token = (await former.get('/calendars/primary/acl')).json.nextSyncToken!
    await boss.delete(`${admin}/users/${email}`)
    const present = await site.user({ email })
    const reply = await present.get(`/calendars/primary/acl?syncToken=${token}`)
    expectRefusal(reply, fullSyncRequired)
  })

  it('works with the token that another reader of the list was given', async () => {
    const [calendar, writer] = [await newSharedCalendar(site), await site.user()]
    await calendar.share({ [`user:${writer.email}`]: 'writer' })
    const token = await firstToken(calendar)
    expect((await writer.get(`${calendar.acl}?syncToken=${token}`)).json.items).toEqual([])
  })

  it('does not omit what was deleted', async () => {
    const calendar = await newSharedCalendar(site)
    const reply = await since(calendar, await firstToken(calendar), '&showDeleted=false')
    expectRefusal(reply, { status: 400, reason: 'invalid', location: 'showDeleted' })
    expect(reply.json.error!.message).toMatch(/sync token cannot be used/i)
  })

  it.each(['garbage', 'AAAA', 'CPDAlvWDx70CEPDAlvWDx70CGAU%3D'])(
    'does not take %s for a token',
    async (token) => {
      const calendar = await newSharedCalendar(site)
      expectRefusal(await since(calendar, token), {
        status: 400,
        reason: 'invalid',
        message: 'Invalid sync token value.',
        location: 'syncToken',
      })
    },
  )

  it('requires a full sync if the token is of another calendar or list', async () => {
    const owner = await site.user()
    const calendar = await newSharedCalendar(site, owner)
    const other = await newSharedCalendar(site, owner)
    const settings = (await owner.get('/users/me/settings')).json.nextSyncToken!
    expectRefusal(await since(calendar, await firstToken(other)), fullSyncRequired)
    expectRefusal(await since(calendar, settings), fullSyncRequired)
  })
})

// Time is moved here, so no other test may share the server.
onServers('syncing rules after a month', (site) => {
  it('requires a full sync if the token has expired', async () => {
    const calendar = await newSharedCalendar(site)
    const token = await firstToken(calendar)
    await advance('P29D')
    const younger = (await since(calendar, token)).json.nextSyncToken!
    await advance('P2D')
    expectRefusal(await since(calendar, token), fullSyncRequired)
    await calendar.share({ [bob]: 'reader' })
    expect(rolesIn((await since(calendar, younger)).json)).toEqual([[bob, 'reader']])
  })

  const advance = (duration: string) =>
    site.call('/_almanac/clock', { method: 'POST', body: { advance: duration } })
})

const since = ({ owner, acl }: SharedCalendar, token: string, more = '') =>
  owner.get(`${acl}?syncToken=${token}${more}`)

async function firstToken(calendar: SharedCalendar): Promise<string> {
  return (await calendar.list()).nextSyncToken!
}
