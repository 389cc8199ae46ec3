import { expect, it } from 'vitest'
import type { WireBody } from '../support/http.ts'
import { conditionNotMet, expectRefusal } from '../support/refusal.ts'
import { onEveryEngine, type Site } from '../support/sites.ts'

onEveryEngine('preconditions', (site) => {
  it('refuses a write that names an outdated etag, and changes nothing', async () => {
    const { user, path, calendar, stale } = await changedCalendar(site)
    const headers = { 'If-Match': stale }
    expectRefusal(await user.put(path, { summary: 'x' }, headers), conditionNotMet)
    expectRefusal(await user.patch(path, { summary: 'x' }, headers), conditionNotMet)
    expectRefusal(await user.delete(path, headers), conditionNotMet)
    expect((await user.get(path)).json).toEqual(calendar)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  const forms: [string, (etag: string, stale: string) => string][] = [
    ['as it was read', (etag) => etag],
    ['without its quotes', (etag) => etag.slice(1, -1)],
    ['with a weak prefix', (etag) => `W/${etag}`],
    ['in a list', (etag, stale) => `${stale}, ${etag}`],
    ['in a list without blanks', (etag, stale) => `"a,b",${stale},${etag}`],
    ['as a star', () => '*'],
  ]

  it.each(forms)('lets a write pass that names the etag %s', async (_, form) => {
    const { user, path, calendar, stale } = await changedCalendar(site)
    const patched = await user.patch(
      path,
      { summary: 'x' },
      { 'If-Match': form(calendar.etag!, stale) },
    )
    expect(patched.status).toBe(200)
    const put = await user.put(
      path,
      { summary: 'y' },
      { 'If-Match': form(patched.json.etag!, stale) },
    )
    expect(put.status).toBe(200)
    const deleted = await user.delete(path, { 'If-Match': form(put.json.etag!, stale) })
    expect(deleted.status).toBe(204)
  })

  it.each([
    ['a list of outdated ones', (stale: string) => `${stale}, "other"`],
    ['part of an etag', (_: string, etag: string) => etag.slice(0, -3)],
    ['an empty one', () => '""'],
    ['something longer', (_: string, etag: string) => `${etag.slice(0, -1)}0"`],
  ])('refuses %s', async (_, form) => {
    const { user, path, calendar, stale } = await changedCalendar(site)
    const headers = { 'If-Match': form(stale, calendar.etag!) }
    expectRefusal(await user.patch(path, { summary: 'x' }, headers), conditionNotMet)
  })

  it('ignores an etag in the body', async () => {
    const { user, path, stale } = await changedCalendar(site)
    expect((await user.patch(path, { summary: 'x', etag: stale })).status).toBe(200)
  })

  it('answers an empty 304 to a reader who has the calendar as it is', async () => {
    const { user, path, calendar, stale } = await changedCalendar(site)
    for (const [, form] of forms) {
      const reply = await user.get(path, { 'If-None-Match': form(calendar.etag!, stale) })
      expect([reply.status, reply.text, reply.headers.etag]).toEqual([304, '', calendar.etag])
    }
  })

  it('answers in full to a reader who has an older one', async () => {
    const { user, path, calendar, stale } = await changedCalendar(site)
    const reply = await user.get(path, { 'If-None-Match': stale })
    expect(reply.status).toBe(200)
    expect(reply.json).toEqual(calendar)
  })

  it('heeds If-None-Match on reads only', async () => {
    const { user, path, calendar } = await changedCalendar(site)
    const reply = await user.patch(
      path,
      { summary: 'x' },
      { 'If-None-Match': calendar.etag as string },
    )
    expect(reply.status).toBe(200)
  })

  it('returns one etag for every form of the response', async () => {
    const { user, path, calendar } = await changedCalendar(site)
    for (const query of ['', '?fields=id', '?prettyPrint=true', '?fields=', '?alt=json']) {
      expect((await user.get(path + query)).headers.etag).toBe(calendar.etag)
    }
  })
})

async function changedCalendar(site: Site) {
  const user = await site.user()
  const { calendar: first, path } = await user.newCalendar()
  const { json: calendar }: { json: WireBody } = await user.patch(path, { summary: 'Changed' })
  return { user, path, calendar, stale: first.etag! }
}
