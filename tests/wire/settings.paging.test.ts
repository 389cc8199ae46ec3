import { expect, it } from 'vitest'
import type { WireBody } from '../support/http.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEmbedded } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

const invalidPageToken = {
  status: 400,
  reason: 'invalid',
  message: 'Invalid page token value.',
  location: 'pageToken',
}

onEmbedded('pages of settings', (site) => {
  it.each([1, 5, 6, 11, 12, 13])('of %i give the whole list when joined', async (maxResults) => {
    const user = await site.user()
    const whole = await user.get('/users/me/settings')
    const pages = await walk(user, `maxResults=${maxResults}`)
    expect(pages.flatMap(({ items }) => items)).toEqual(whole.json.items)
    expect(pages).toHaveLength(Math.ceil(12 / maxResults))
    for (const page of pages.slice(0, -1)) expect(page).not.toHaveProperty('nextSyncToken')
    expect(pages.at(-1)!.nextSyncToken).toEqual(expect.any(String))
  })

  it('may change their size on the way', async () => {
    const user = await site.user()
    const first = await user.get('/users/me/settings?maxResults=3')
    const rest = await user.get(
      `/users/me/settings?maxResults=20&pageToken=${first.json.nextPageToken}`,
    )
    expect([...first.json.items!, ...rest.json.items!]).toHaveLength(12)
  })

  it.each(['9999', '2147483647', '251'])('take %s as the most there can be', async (maxResults) => {
    const user = await site.user()
    const reply = await user.get(`/users/me/settings?maxResults=${maxResults}`)
    expect(reply.json.items).toHaveLength(12)
  })

  it('accept an empty size as none', async () => {
    const user = await site.user()
    expect((await user.get('/users/me/settings?maxResults=')).json.items).toHaveLength(12)
  })

  it.each(['0', '-1', 'abc', '1.5', '1e1', '0x10', '%20', 'NaN'])(
    'cannot have the size %s',
    async (maxResults) => {
      const user = await site.user()
      const reply = await user.get(`/users/me/settings?maxResults=${maxResults}`)
      expectRefusal(reply, { status: 400, reason: 'invalidParameter', location: 'maxResults' })
    },
  )

  it.each(['garbage', 'AAAA', '%F0%9F%8C%B2', 'x'.repeat(5000)])(
    'are not found by the token %.20s',
    async (token) => {
      const user = await site.user()
      expectRefusal(await user.get(`/users/me/settings?pageToken=${token}`), invalidPageToken)
    },
  )

  it('are not found by the token of another user, of another walk or of a sync', async () => {
    const [user, other] = [await site.user(), await site.user()]
    const { nextSyncToken } = (await user.get('/users/me/settings')).json
    await user.changeSetting('locale', 'de')
    await user.changeSetting('weekStart', '1')
    const sync = `syncToken=${nextSyncToken}`
    const plain = (await user.get('/users/me/settings?maxResults=1')).json.nextPageToken
    const synced = (await user.get(`/users/me/settings?maxResults=1&${sync}`)).json.nextPageToken
    for (const [caller, query] of [
      [other, `pageToken=${plain}`],
      [user, `pageToken=${plain}&${sync}`],
      [user, `pageToken=${synced}`],
      [user, `pageToken=${nextSyncToken}`],
    ] as const) {
      expectRefusal(await caller.get(`/users/me/settings?${query}`), invalidPageToken)
    }
  })
})

async function walk(user: WireUser, query: string): Promise<WireBody[]> {
  const pages: WireBody[] = []
  let token = ''
  do {
    const reply = await user.get(`/users/me/settings?${query}${token}`)
    pages.push(reply.json)
    token = `&pageToken=${reply.json.nextPageToken}`
  } while (pages.at(-1)!.nextPageToken !== undefined && pages.length < 20)
  return pages
}
