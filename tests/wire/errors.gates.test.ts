import { expect, it } from 'vitest'
import {
  conditionNotMet,
  expectRefusal,
  insufficientPermissions,
  notFound,
  type Refusal,
} from '../support/refusal.ts'
import { onEmbedded } from '../support/sites.ts'

const badToken = { Authorization: 'Bearer garbage' }
const authError: Refusal = { status: 401, reason: 'authError' }
const parseError: Refusal = { status: 400, reason: 'parseError' }
const broken = '{"summary":'

onEmbedded('the first refusal wins:', (site) => {
  it('an unknown path over a bad token', async () => {
    const user = await site.user()
    expectRefusal(await user.get('/nosuch', badToken), notFound)
    expectRefusal(await user.call('/colors', { method: 'DELETE', headers: badToken }), notFound)
    expectRefusal(await user.get('/users/you/settings', badToken), notFound)
  })

  it('a bad token over everything that follows', async () => {
    const user = await site.user()
    expectRefusal(await user.post('/calendars', broken, badToken), authError)
    expectRefusal(await user.get('/colors?fields=nosuch', badToken), authError)
    expectRefusal(await user.get('/calendars/nosuch', badToken), authError)
    const body = Buffer.from('not gzip')
    const headers = { ...badToken, 'Content-Encoding': 'gzip' }
    expectRefusal(await user.post('/calendars', body, headers), authError)
  })

  it('a missing scope over a bad body, a bad parameter and a calendar that is not there', async () => {
    const user = await site.user({ scopes: ['calendar.events'] })
    expectRefusal(await user.post('/calendars', broken), insufficientPermissions)
    expectRefusal(await user.get('/calendars/primary?fields=nosuch'), insufficientPermissions)
    expectRefusal(await user.get('/calendars/nosuch'), insufficientPermissions)
    expectRefusal(await user.delete('/calendars/primary'), insufficientPermissions)
  })

  it("a bad body or parameter over another user's calendar", async () => {
    const [owner, stranger] = [await site.user(), await site.user()]
    const { path } = await owner.newCalendar()
    expectRefusal(await stranger.put(path, broken), parseError)
    expectRefusal(await stranger.patch(path, { summary: {} }), { status: 400, reason: 'invalid' })
    expectRefusal(await stranger.get(`${path}?fields=nosuch`), {
      status: 400,
      reason: 'invalidParameter',
      location: 'fields',
    })
  })

  it('a bad body over an outdated etag', async () => {
    const user = await site.user()
    const { path } = await user.newCalendar()
    expectRefusal(await user.put(path, broken, { 'If-Match': '"stale"' }), parseError)
  })

  it("another user's calendar over an outdated etag", async () => {
    const [owner, stranger] = [await site.user(), await site.user()]
    const { path } = await owner.newCalendar()
    const headers = { 'If-Match': '"stale"' }
    expectRefusal(await stranger.put(path, { summary: 'x' }, headers), notFound)
    expectRefusal(await stranger.patch(path, { summary: 'x' }, headers), notFound)
    expectRefusal(await stranger.delete(path, headers), notFound)
  })

  it('an outdated etag over the rule of the operation', async () => {
    const user = await site.user()
    const { path } = await user.newCalendar()
    const headers = { 'If-Match': '"stale"' }
    expectRefusal(await user.delete('/calendars/primary', headers), conditionNotMet)
    expectRefusal(await user.put(path, {}, headers), conditionNotMet)
    expectRefusal(await user.patch(path, { timeZone: 'Mars/Olympus' }, headers), conditionNotMet)
  })

  it('a refusal of the service is in its own envelope, one of the layer before it in another', async () => {
    const user = await site.user()
    const own = await user.get('/calendars/nosuch')
    expect(Object.keys(own.json.error!)).toEqual(['errors', 'code', 'message', 'status'])
    const front = await user.get('/colors', badToken)
    expect(Object.keys(front.json.error!)).toEqual([
      'code',
      'message',
      'errors',
      'status',
      'details',
    ])
    expect(front.json.error?.details).toMatchObject([
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', domain: 'googleapis.com' },
    ])
  })
})
