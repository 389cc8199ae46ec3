import { crc32 } from 'node:zlib'
import { expect, it } from 'vitest'
import type { HttpReply } from '../support/http.ts'
import { eventsOf, hourOn, newEvent, threeDays } from '../support/imported-events.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

const headerBytes = 5
const layoutVersion = 2

/** The fields of a token: its kind, its collection, whose it is, number, time and the rest. */
function opened(token: string): unknown[] {
  return JSON.parse(Buffer.from(token, 'base64url').subarray(headerBytes).toString())
}

/** A token that says what it is told to, and looks as if the server had made it. */
function sealed(fields: unknown, version = layoutVersion): string {
  const content = Buffer.from(typeof fields === 'string' ? fields : JSON.stringify(fields))
  const header = Buffer.alloc(headerBytes)
  header.writeUInt8(version, 0)
  header.writeUInt32BE(crc32(content, version), 1)
  return Buffer.concat([header, content]).toString('base64url')
}

const withField = (token: string, index: number, value: unknown) =>
  sealed(opened(token).with(index, value))

const [owner, changeNumber, issuedAtMs, position, filterKey] = [2, 3, 4, 5, 6]

const wildPositions = [
  '',
  ' ',
  '0',
  '-1',
  'NaN NaN x',
  '9999999999999999',
  '-9999999999999999',
  '99999999999999999999999999',
  '1e308 1e308 a',
  '999999999999999 999999999999999 zzz',
  '-999999999999999 -999999999999999 a',
  '1777888800000 1777892400000 abc',
  '1777888800000 zzz',
  '9999999999999999|9999999999999999',
  '-9999999999999999|-9999999999999999',
  '1777888800000 abc|1777888800000',
  '|||',
  '0|',
  "'; drop table calendar_events; --",
  '\u{1f382}',
  '\uffff',
  'x'.repeat(5_000),
]

const fullSyncRequired = { status: 410, reason: 'fullSyncRequired', location: 'syncToken' }

onEveryEngine('a forged token', (site) => {
  async function scene() {
    const user = await site.user()
    const series = await newEvent(user, threeDays)
    const { json: before } = await user.get(eventsOf())
    for (const day of [10, 11, 12]) await newEvent(user, hourOn(day))
    await newEvent(user, { start: { date: '2026-05-20' }, end: { date: '2026-05-21' } })
    await user.patch(`${eventsOf()}/${series.id}`, { summary: 'Changed' })
    return { user, series, since: before.nextSyncToken! }
  }

  const page = (user: WireUser, path: string, token: string): Promise<HttpReply> =>
    user.get(`${path}&pageToken=${token}`)

  it('with a wild position gives some page or a refusal, in every order of events', async () => {
    const { user, series, since } = await scene()
    const lists = [
      `${eventsOf()}?`,
      `${eventsOf()}?singleEvents=true&`,
      `${eventsOf()}?singleEvents=true&orderBy=startTime&`,
      `${eventsOf()}?orderBy=updated&`,
      `${eventsOf()}?orderBy=updated&singleEvents=true&`,
      `${eventsOf()}?timeMin=2026-05-01T00:00:00Z&`,
      `${eventsOf()}?syncToken=${since}&`,
      `${eventsOf()}?syncToken=${since}&singleEvents=true&`,
      `${eventsOf()}/${series.id}/instances?`,
    ].map((path) => `${path}maxResults=1`)
    for (const path of lists) {
      const { json } = await user.get(path)
      expect(json.nextPageToken, path).toBeDefined()
      for (const wild of wildPositions) {
        const reply = await page(user, path, withField(json.nextPageToken!, position, wild))
        expect([200, 400], `${path} at ${wild.slice(0, 60)}: ${reply.text}`).toContain(reply.status)
      }
    }
  })

  it('of changes to come, or of another life or list, requires a full sync', async () => {
    const { user, since } = await scene()
    const { user: other } = await scene()
    const theirs = (await other.get(eventsOf())).json.nextSyncToken!
    for (const forged of [
      withField(since, changeNumber, Number.MAX_SAFE_INTEGER),
      withField(since, changeNumber, Number(opened(since)[changeNumber]) + 1_000),
      withField(since, changeNumber, Number(opened(since)[changeNumber]) - 1_000),
      withField(since, owner, opened(theirs)[owner]),
      withField(since, issuedAtMs, 0),
      sealed(opened(since), layoutVersion - 1),
      theirs,
    ]) {
      expectRefusal(await user.get(`${eventsOf()}?syncToken=${forged}`), fullSyncRequired)
    }
  })

  it('of changes long ago gives what there is', async () => {
    const { user, since } = await scene()
    for (const past of [0, -1, Number.MIN_SAFE_INTEGER]) {
      const reply = await user.get(
        `${eventsOf()}?syncToken=${withField(since, changeNumber, past)}`,
      )
      expect([200, 410], reply.text).toContain(reply.status)
    }
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('of a page with other contents is refused', async () => {
    const { user } = await scene()
    const path = `${eventsOf()}?maxResults=1`
    const token = (await user.get(path)).json.nextPageToken!
    for (const forged of [
      withField(token, 0, 'sync'),
      withField(token, 1, 'calendar.settings'),
      withField(token, owner, '0 owner'),
      withField(token, changeNumber, Number(opened(token)[changeNumber]) + 1_000),
      withField(token, position, null),
      withField(token, position, 'a\0b'),
      withField(token, filterKey, 'otherfilter'),
      withField(token, issuedAtMs, 0),
      withField(token, changeNumber, 1.5),
      withField(token, changeNumber, '1'),
      withField(token, changeNumber, 1e300),
      sealed(opened(token), layoutVersion - 1),
      sealed(opened(token).slice(0, -1)),
      sealed([...opened(token), 'more']),
      sealed('{}'),
      sealed('null'),
      sealed('['.repeat(5_000)),
      `${token}x`,
      token.slice(1),
      'AAAA',
    ]) {
      const reply = await page(user, path, forged)
      expectRefusal(reply, { status: 400, reason: 'invalid', message: 'Invalid page token value.' })
    }
  })

  it('of a page that ends a walk gives a sync token that loses nothing and finds nothing new', async () => {
    const { user } = await scene()
    const path = `${eventsOf()}?maxResults=1`
    const token = (await user.get(path)).json.nextPageToken!
    const future = withField(token, changeNumber, Number.MAX_SAFE_INTEGER)
    const reply = await user.get(`${eventsOf()}?maxResults=250&pageToken=${future}`)
    expect([200, 400]).toContain(reply.status)
    if (reply.json.nextSyncToken === undefined) return
    const later = await user.get(`${eventsOf()}?syncToken=${reply.json.nextSyncToken}`)
    expectRefusal(later, fullSyncRequired)
  })

  it('opens no calendar that its bearer does not see', async () => {
    const { user } = await scene()
    const token = (await user.get(`${eventsOf()}?maxResults=1`)).json.nextPageToken!
    const stranger = await site.user()
    const path = `${eventsOf(user.email)}?maxResults=1`
    expect((await page(stranger, path, token)).status).toBe(404)
    const here = await page(stranger, `${eventsOf()}?maxResults=1`, token)
    expectRefusal(here, { status: 400, reason: 'invalid' })
  })
})
