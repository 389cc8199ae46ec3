import { expect, it } from 'vitest'
import { entryPath, listedCalendar, listPath } from '../support/listed-calendars.ts'
import { conditionNotMet, expectRefusal } from '../support/refusal.ts'
import { onEveryEngine, type Site } from '../support/sites.ts'

onEveryEngine('preconditions on entries', (site) => {
  it('refuse a write that names an outdated etag, and change nothing', async () => {
    const { guest, path, entry, stale } = await changedEntry(site)
    const headers = { 'If-Match': stale }
    expectRefusal(await guest.put(path, { summaryOverride: 'x' }, headers), conditionNotMet)
    expectRefusal(await guest.patch(path, { summaryOverride: 'x' }, headers), conditionNotMet)
    expectRefusal(await guest.patch(path, {}, headers), conditionNotMet)
    expectRefusal(await guest.delete(path, headers), conditionNotMet)
    expect((await guest.get(path)).json).toEqual(entry)
  })

  it('hold for a list as well, whose etag changes with any entry', async () => {
    const { owner, guest, path, calendarId } = await changedEntry(site)
    const etags = new Set<string>()
    const changes = [
      () => Promise.resolve(),
      () => guest.patch(path, { selected: true }),
      () => guest.patch(entryPath('primary'), { colorId: '3' }),
      () => owner.patch(`/calendars/${calendarId}`, { summary: 'Renamed' }),
      () => guest.delete(path),
      () => guest.newCalendar(),
    ]
    for (const [index, change] of changes.entries()) {
      await change()
      const { json, headers } = await guest.get(listPath)
      expect(headers.etag).toBe(json.etag)
      expect(etags.add(json.etag!).size).toBe(index + 1)
      const again = await guest.get(listPath, { 'If-None-Match': json.etag! })
      expect([again.status, again.text]).toEqual([304, ''])
    }
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each([
    ['as it was read', (etag: string) => etag],
    ['without its quotes', (etag: string) => etag.slice(1, -1)],
    ['with a weak prefix', (etag: string) => `W/${etag}`],
    ['in a list', (etag: string) => `"1", ${etag}`],
    ['as a star', () => '*'],
  ])('let a write pass that names the etag %s', async (_, form) => {
    const { guest, path, entry } = await changedEntry(site)
    const patched = await guest.patch(path, { colorId: '3' }, { 'If-Match': form(entry.etag!) })
    expect(patched.status).toBe(200)
    const put = await guest.put(path, { colorId: '4' }, { 'If-Match': form(patched.json.etag!) })
    expect(put.status).toBe(200)
    const deleted = await guest.delete(path, { 'If-Match': form(put.json.etag!) })
    expect(deleted.status).toBe(204)
  })

  it('find nothing to compare with if there is no entry', async () => {
    const { guest, path } = await changedEntry(site)
    await guest.delete(path)
    expect((await guest.patch(path, {}, { 'If-Match': '*' })).status).toBe(404)
  })

  it('are not read out of a body', async () => {
    const { guest, path, stale } = await changedEntry(site)
    expect((await guest.patch(path, { colorId: '3', etag: stale })).status).toBe(200)
  })

  it('answer an empty 304 to a reader who has the entry as it is', async () => {
    const { guest, path, entry, stale } = await changedEntry(site)
    const reply = await guest.get(path, { 'If-None-Match': entry.etag! })
    expect([reply.status, reply.text, reply.headers.etag]).toEqual([304, '', entry.etag])
    expect((await guest.get(path, { 'If-None-Match': stale })).json).toEqual(entry)
  })

  it('answer in full once the calendar or the role has changed what the entry shows', async () => {
    const { owner, guest, path, calendarId, entry } = await changedEntry(site)
    const known = { 'If-None-Match': entry.etag! }
    await owner.patch(`/calendars/${calendarId}`, { summary: 'Renamed' })
    const renamed = await guest.get(path, known)
    expect([renamed.status, renamed.json.summary]).toEqual([200, 'Renamed'])
    await owner.patch(`/calendars/${calendarId}/acl/user:${guest.email}`, { role: 'writer' })
    const promoted = await guest.get(path, { 'If-None-Match': renamed.json.etag! })
    expect([promoted.status, promoted.json.accessRole]).toEqual([200, 'writer'])
  })

  it('see one etag for every form of the response', async () => {
    const { guest, path, entry } = await changedEntry(site)
    for (const query of ['?fields=id', '?prettyPrint=false', '?alt=json']) {
      expect((await guest.get(path + query)).headers.etag).toBe(entry.etag)
    }
  })
})

async function changedEntry(site: Site) {
  const listed = await listedCalendar(site)
  const { json: entry } = await listed.guest.patch(listed.path, { summaryOverride: 'Changed' })
  return { ...listed, entry, stale: listed.entry.etag! }
}
