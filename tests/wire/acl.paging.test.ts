import { expect, it } from 'vitest'
import type { WireBody } from '../support/http.ts'
import { expectRefusal } from '../support/refusal.ts'
import { newSharedCalendar, type Role, type SharedCalendar } from '../support/sharing.ts'
import { onEveryEngine, type Site } from '../support/sites.ts'

const invalidPageToken = {
  status: 400,
  reason: 'invalid',
  message: 'Invalid page token value.',
  location: 'pageToken',
}

onEveryEngine('pages of rules', (site) => {
  it.each([1, 2, 6, 7, 8])('of %i give the whole list when joined', async (maxResults) => {
    const calendar = await calendarOfSeven(site)
    const { items: whole } = await calendar.list()
    const pages = await walk(calendar, `maxResults=${maxResults}`)
    expect(pages.flatMap(({ items }) => items)).toEqual(whole)
    expect(pages).toHaveLength(Math.ceil(7 / maxResults))
    for (const page of pages.slice(0, -1)) expect(page).not.toHaveProperty('nextSyncToken')
    expect(pages.at(-1)!.nextSyncToken).toEqual(expect.any(String))
  })

  it('contain deleted rules, too, on request', async () => {
    const calendar = await calendarOfSeven(site)
    await calendar.share({ 'user:guest2@example.com': 'none', 'user:guest4@example.com': 'none' })
    const kept = await walk(calendar, 'maxResults=2')
    expect(kept.map(({ items }) => items!.length)).toEqual([2, 2, 1])
    const all = await walk(calendar, 'maxResults=2&showDeleted=true')
    expect(all.map(({ items }) => items!.length)).toEqual([2, 2, 2, 1])
  })

  it('continue after the last returned rule, when that has been deleted', async () => {
    const calendar = await calendarOfSeven(site)
    const whole = await calendar.roles()
    const { items, nextPageToken } = await calendar.list('?maxResults=2')
    await calendar.share({ [items![1]!.id!]: 'none' })
    expect(await calendar.roles(`?pageToken=${nextPageToken}`)).toEqual(whole.slice(2))
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('contain 100 rules by default, and at most 250', async () => {
    const calendar = await newSharedCalendar(site)
    const rule = (index: number) => ({ [`user:many${index}@example.com`]: 'reader' as const })
    await Promise.all(Array.from({ length: 251 }, (_, index) => calendar.share(rule(index))))
    expect((await walk(calendar)).map(({ items }) => items!.length)).toEqual([100, 100, 53])
    const largest = await walk(calendar, 'maxResults=9999')
    expect(largest.map(({ items }) => items!.length)).toEqual([250, 3])
  })

  it('may change their size on the way', async () => {
    const calendar = await calendarOfSeven(site)
    const { items, nextPageToken } = await calendar.list('?maxResults=3')
    const rest = await calendar.list(`?maxResults=20&pageToken=${nextPageToken}`)
    expect([...items!, ...rest.items!]).toEqual((await calendar.list()).items)
  })

  it.each(['0', '-1', 'abc', '1.5'])('cannot have the size %s', async (maxResults) => {
    const { owner, acl } = await newSharedCalendar(site)
    const reply = await owner.get(`${acl}?maxResults=${maxResults}`)
    expectRefusal(reply, { status: 400, reason: 'invalidParameter', location: 'maxResults' })
  })

  it('are not found by a token that is none, of another walk or of another list', async () => {
    const owner = await site.user()
    const [calendar, other] = [
      await calendarOfSeven(site, owner),
      await calendarOfSeven(site, owner),
    ]
    const { nextSyncToken } = await calendar.list()
    const { nextPageToken: plain } = await calendar.list('?maxResults=1')
    const { nextPageToken: all } = await calendar.list('?maxResults=1&showDeleted=true')
    const settings = (await owner.get('/users/me/settings?maxResults=1')).json.nextPageToken
    for (const [acl, query] of [
      [calendar.acl, 'pageToken=garbage'],
      [calendar.acl, `pageToken=${nextSyncToken}`],
      [calendar.acl, `pageToken=${settings}`],
      [calendar.acl, `pageToken=${plain}&showDeleted=true`],
      [calendar.acl, `pageToken=${plain}&syncToken=${nextSyncToken}`],
      [calendar.acl, `pageToken=${all}`],
      [calendar.acl, `pageToken=${all}&showDeleted=false`],
      [other.acl, `pageToken=${plain}`],
    ]) {
      expectRefusal(await owner.get(`${acl}?${query}`), invalidPageToken)
    }
    expect((await calendar.list(`?pageToken=${plain}`)).items).toHaveLength(6)
  })
})

async function calendarOfSeven(site: Site, owner?: SharedCalendar['owner']) {
  const calendar = await newSharedCalendar(site, owner)
  const guests = [1, 2, 3, 4, 5].map((guest): [string, Role] => [
    `user:guest${guest}@example.com`,
    'reader',
  ])
  await calendar.share(Object.fromEntries(guests))
  return calendar
}

async function walk(calendar: SharedCalendar, query = ''): Promise<WireBody[]> {
  const pages: WireBody[] = []
  let token = ''
  do {
    pages.push(await calendar.list(`?${query}${token}`))
    token = `&pageToken=${pages.at(-1)!.nextPageToken}`
  } while (pages.at(-1)!.nextPageToken !== undefined && pages.length < 20)
  return pages
}
