import { expect, it } from 'vitest'
import { hour, type MadeEvent, primaryEvents } from '../support/event-bodies.ts'
import { at } from '../support/listed-events.ts'
import { conditionNotMet, expectRefusal } from '../support/refusal.ts'
import { onEveryEngine, type Site } from '../support/sites.ts'

const ifMatch = (etag: string) => ({ 'If-Match': etag })
const ifNoneMatch = (etag: string) => ({ 'If-None-Match': etag })

onEveryEngine('preconditions of events', (site) => {
  // Scenarios 9 and 10
  it('refuse a write that names an outdated etag, and nothing changes', async () => {
    const { events, event, stale } = await changedEvent(site)
    const token = await events.syncToken()
    const body = { ...hour, summary: 'x' }
    expectRefusal(await events.put(event.id, body, '', ifMatch(stale)), conditionNotMet)
    expectRefusal(await events.patch(event.id, body, '', ifMatch(stale)), conditionNotMet)
    expectRefusal(await events.delete(event.id, '', ifMatch(stale)), conditionNotMet)
    expect(await events.read(event.id)).toEqual(event)
    expect(await events.changedSince(token)).toEqual([])
  })

  it('let only one of several writers pass who have read the same', async () => {
    const { events, event } = await changedEvent(site)
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, number) =>
        events.patch(event.id, { summary: `Writer ${number}` }, '', ifMatch(event.etag)),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412])
    const winner = replies.find(({ status }) => status === 200)!
    expect(await events.read(event.id)).toEqual(winner.json)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('refuse also a write that would change nothing', async () => {
    const { events, event, stale } = await changedEvent(site)
    expectRefusal(await events.patch(event.id, {}, '', ifMatch(stale)), conditionNotMet)
  })

  it('come before what is wrong with the event', async () => {
    const { events, event, stale } = await changedEvent(site)
    const reply = await events.patch(event.id, { colorId: '99' }, '', ifMatch(stale))
    expectRefusal(reply, conditionNotMet)
  })

  const forms: [string, (etag: string, stale: string) => string][] = [
    ['as it was read', (etag) => etag],
    ['without its quotes', (etag) => etag.slice(1, -1)],
    ['with a weak prefix', (etag) => `W/${etag}`],
    ['in a list', (etag, stale) => `${stale}, ${etag}`],
    ['as a star', () => '*'],
  ]

  it.each(forms)('let a write pass that names the etag %s', async (_, form) => {
    const { events, event, stale } = await changedEvent(site)
    const { id } = event
    const patched = await events.patch(id, { summary: 'x' }, '', ifMatch(form(event.etag, stale)))
    expect(patched.status).toBe(200)
    const put = await events.put(id, hour, '', ifMatch(form(patched.json.etag!, stale)))
    expect(put.status).toBe(200)
    const gone = await events.delete(id, '', ifMatch(form(put.json.etag!, stale)))
    expect(gone.status).toBe(204)
  })

  it('ignore an etag in the body', async () => {
    const { events, event, stale } = await changedEvent(site)
    expect((await events.patch(event.id, { summary: 'x', etag: stale })).status).toBe(200)
  })

  it('do not turn what is missing into a failed one', async () => {
    const { events } = await changedEvent(site)
    for (const reply of [
      await events.patch('nosuchevent', {}, '', ifMatch('*')),
      await events.delete('nosuchevent', '', ifMatch('"1"')),
    ]) {
      expectRefusal(reply, { status: 404, reason: 'notFound' })
    }
  })

  // Scenario 8
  it('answer an empty 304 to a reader who has the event as it is', async () => {
    const { events, event, stale } = await changedEvent(site)
    for (const [, form] of forms) {
      const reply = await events.get(event.id, '', ifNoneMatch(form(event.etag, stale)))
      expect([reply.status, reply.text, reply.headers.etag]).toEqual([304, '', event.etag])
    }
    const { json } = await events.patch(event.id, { summary: 'x' })
    const later = await events.get(event.id, '', ifNoneMatch(event.etag))
    expect([later.status, later.json]).toEqual([200, json])
  })

  it('return one etag for every form of the response', async () => {
    const { events, event } = await changedEvent(site)
    for (const query of [
      '?fields=id',
      '?prettyPrint=true',
      '?fields=',
      '?timeZone=Asia/Tokyo',
      '?maxAttendees=1',
    ]) {
      expect((await events.get(event.id, query)).headers.etag).toBe(event.etag)
    }
  })

  it('tell apart what is shown in different zones of the calendar, but writes do not', async () => {
    const { events, event } = await changedEvent(site)
    const recurrence = ['RRULE:FREQ=DAILY;COUNT=3']
    const series = await events.make({ ...at('10:00', '11:00'), recurrence })
    const instance = (await events.user.get(`${events.path}/${series.id}/instances`)).json
      .items![1]!
    const ids = [event.id, series.id, instance.id!]
    const move = (zone: string) => events.user.patch('/calendars/primary', { timeZone: zone })
    const { timeZone } = (await events.user.get('/calendars/primary')).json
    const before = new Map<string, string>()
    for (const id of ids) before.set(id, (await events.get(id)).headers.etag!)
    await move('Asia/Tokyo')
    for (const id of ids) {
      const etag = before.get(id)!
      const moved = await events.get(id, '', ifNoneMatch(etag))
      expect(moved.status).toBe(200)
      expect(moved.json.start).toMatchObject({ dateTime: expect.stringMatching(/\+09:00$/) })
      expect(moved.json.etag).toBe(etag)
      expect(moved.headers.etag).not.toBe(etag)
      expect((await events.get(id, '', ifNoneMatch(moved.headers.etag!))).status).toBe(304)
      expect((await events.get(id, '?timeZone=UTC')).headers.etag).toBe(moved.headers.etag)
    }
    const shown = (await events.get(event.id)).headers.etag!
    for (const etag of [event.etag, shown]) {
      expect((await events.patch(event.id, {}, '', ifMatch(etag))).status).toBe(200)
    }
    await move(timeZone as string)
    for (const id of ids) expect((await events.get(id)).headers.etag).toBe(before.get(id))
    await move('Asia/Tokyo')
    const changed = await events.patch(event.id, { summary: 'x' }, '', ifMatch(shown))
    expect([changed.status, changed.headers.etag]).toEqual([200, changed.json.etag])
  })
})

async function changedEvent(site: Site) {
  const events = await primaryEvents(site)
  const first = await events.make({ attendees: [{ email: 'a@x.test' }, { email: 'b@x.test' }] })
  const { json } = await events.patch(first.id, { summary: 'Changed' })
  return { events, event: json as MadeEvent, stale: first.etag }
}
