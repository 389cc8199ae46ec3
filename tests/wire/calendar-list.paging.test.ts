import { expect, it } from 'vitest'
import type { WireBody } from '../support/http.ts'
import {
  entryPath,
  idsOf,
  listed,
  listPath,
  share,
  subscribe,
  syncTokenOf,
} from '../support/listed-calendars.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine, type Site } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

const invalidPageToken = {
  status: 400,
  reason: 'invalid',
  message: 'Invalid page token value.',
  location: 'pageToken',
}

onEveryEngine('pages of a calendar list', (site) => {
  it('return the whole list when joined, for any size', async () => {
    const user = await userWith(site, 5)
    const whole = await listed(user)
    expect(whole).toHaveLength(6)
    for (const maxResults of [1, 2, 3, 4, 5, 6, 7, 250]) {
      const pages = await walk(user, `maxResults=${maxResults}`)
      expect(pages.flatMap(({ items }) => items)).toEqual(whole)
      expect(pages).toHaveLength(Math.ceil(6 / maxResults))
      for (const page of pages.slice(0, -1)) {
        expect(page).not.toHaveProperty('nextSyncToken')
        expect(page.items).toHaveLength(maxResults)
      }
      expect(pages.at(-1)).not.toHaveProperty('nextPageToken')
      expect(pages.at(-1)!.nextSyncToken).toEqual(expect.any(String))
    }
  })

  it('are filled, whatever a filter omits', async () => {
    const [owner, guest] = [await site.user(), await site.user()]
    for (const role of ['reader', 'writer', 'reader', 'reader', 'writer', 'reader', 'writer']) {
      const { id } = (await owner.newCalendar()).calendar
      await share(owner, id!, { with: `user:${guest.email}`, as: role })
      await subscribe(guest, id!, { hidden: role === 'writer' && (await listed(guest)).length > 6 })
    }
    for (const query of ['minAccessRole=writer', 'showHidden=true', 'minAccessRole=owner']) {
      const whole = await listed(guest, query)
      for (const maxResults of [1, 2, 3]) {
        const pages = await walk(guest, `${query}&maxResults=${maxResults}`)
        expect(pages.flatMap(({ items }) => items)).toEqual(whole)
        expect(pages).toHaveLength(Math.ceil(whole.length / maxResults))
      }
    }
  })

  it('continue behind an entry that is removed on the way', async () => {
    const user = await userWith(site, 3)
    const ids = idsOf(await listed(user))
    const first = (await user.get(`${listPath}?maxResults=2`)).json
    await user.delete(`/calendars/${ids[1]}`)
    const rest = await listed(user, `pageToken=${first.nextPageToken}`)
    expect(idsOf(rest)).toEqual(ids.slice(2))
  })

  it('tell again, in the next sync, what changed on the way', async () => {
    const user = await userWith(site, 3)
    const first = (await user.get(`${listPath}?maxResults=2`)).json
    const { json: changed } = await user.patch(entryPath('primary'), { colorId: '3' })
    const last = (await user.get(`${listPath}?pageToken=${first.nextPageToken}`)).json
    expect(await listed(user, `syncToken=${last.nextSyncToken}`)).toEqual([changed])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('contain 100 entries by default', async () => {
    const user = await userWith(site, 101)
    const pages = await walk(user, '')
    expect(pages.map(({ items }) => items!.length)).toEqual([100, 2])
    expect(await listed(user, 'maxResults=9999')).toHaveLength(102)
  })

  it('may change their size on the way', async () => {
    const user = await userWith(site, 4)
    const first = (await user.get(`${listPath}?maxResults=2`)).json
    const rest = await listed(user, `maxResults=9&pageToken=${first.nextPageToken}`)
    expect([...first.items!, ...rest]).toEqual(await listed(user))
  })

  it.each(['0', '-1', 'abc', '1.5'])('cannot have the size %s', async (maxResults) => {
    const user = await site.user()
    expectRefusal(await user.get(`${listPath}?maxResults=${maxResults}`), {
      status: 400,
      reason: 'invalidParameter',
      location: 'maxResults',
    })
  })

  it('are bound to the parameters of the first one', async () => {
    const user = await userWith(site, 3)
    const next = async (query: string) =>
      (await user.get(`${listPath}?maxResults=1${query}`)).json.nextPageToken!
    const [plain, hidden] = [await next(''), await next('&showHidden=true')]
    for (const query of [
      `pageToken=${plain}&showHidden=true`,
      `pageToken=${plain}&showDeleted=true`,
      `pageToken=${plain}&minAccessRole=reader`,
      `pageToken=${plain}&showOwnOrganizationOnly=true`,
      `pageToken=${plain}&syncToken=${await syncTokenOf(user)}`,
      `pageToken=${hidden}`,
    ]) {
      expectRefusal(await user.get(`${listPath}?${query}`), invalidPageToken)
    }
    expect(await listed(user, `pageToken=${hidden}&showHidden=true`)).toHaveLength(3)
  })

  it('are not found by tokens of others, of other lists, of a sync or of nothing', async () => {
    const [user, other] = [await userWith(site, 1), await userWith(site, 1)]
    const { nextPageToken } = (await user.get(`${listPath}?maxResults=1`)).json
    expectRefusal(await other.get(`${listPath}?pageToken=${nextPageToken}`), invalidPageToken)
    const settings = (await user.get('/users/me/settings?maxResults=1')).json.nextPageToken
    for (const token of [settings, await syncTokenOf(user), 'garbage', 'AAAA', '%F0%9F%8C%B2']) {
      expectRefusal(await user.get(`${listPath}?pageToken=${token}`), invalidPageToken)
    }
  })
})

/** A user with this many calendars beside the primary one. */
async function userWith(site: Site, count: number): Promise<WireUser> {
  const user = await site.user()
  await Promise.all(Array.from({ length: count }, () => user.newCalendar()))
  return user
}

async function walk(user: WireUser, query: string): Promise<WireBody[]> {
  const pages: WireBody[] = []
  let token = ''
  do {
    pages.push((await user.get(`${listPath}?${query}${token}`)).json)
    token = `&pageToken=${pages.at(-1)!.nextPageToken}`
  } while (pages.at(-1)!.nextPageToken !== undefined && pages.length < 20)
  return pages
}
