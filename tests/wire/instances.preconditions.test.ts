import { expect, it } from 'vitest'
import { conditionNotMet, expectRefusal } from '../support/refusal.ts'
import { calendarWith, mondays } from '../support/series-bodies.ts'
import { onEveryEngine, type Site } from '../support/sites.ts'

onEveryEngine('preconditions on instances', (site) => {
  it('compare with its own etag once it differs', async () => {
    const { calendar, master, path, id } = await withInstance(site)
    const { etag } = await calendar.patch(id, { summary: 'Retro' })
    const old = { 'If-Match': master.etag }
    expectRefusal(await calendar.user.patch(path, { summary: 'No' }, old), conditionNotMet)
    expectRefusal(await calendar.user.delete(path, old), conditionNotMet)
    const put = await calendar.user.put(
      path,
      { ...(await calendar.get(id)), summary: 'Late' },
      {
        'If-Match': etag,
      },
    )
    expect(put.status).toBe(200)
    expect((await calendar.user.delete(path, { 'If-Match': put.json.etag! })).status).toBe(204)
  })

  it('fail for exceptions that have changed with their series', async () => {
    const { calendar, master, path, id } = await withInstance(site)
    const { etag } = await calendar.patch(id, { summary: 'Retro' })
    await calendar.patch(master.id, { location: 'Hall' })
    const reply = await calendar.user.patch(path, { summary: 'No' }, { 'If-Match': etag })
    expectRefusal(reply, conditionNotMet)
    expect((await calendar.get(id)).etag).not.toBe(etag)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('compare with the etag of the series while the instance follows it', async () => {
    const { calendar, master, path } = await withInstance(site)
    const stale = { 'If-Match': '"1"' }
    expectRefusal(await calendar.user.patch(path, { summary: 'No' }, stale), conditionNotMet)
    expectRefusal(await calendar.user.delete(path, stale), conditionNotMet)
    expect(await calendar.list()).toEqual([master])
    const reply = await calendar.user.patch(path, { summary: 'Yes' }, { 'If-Match': master.etag })
    expect(reply.status).toBe(200)
  })

  it('fail for instances that were seen before their series changed', async () => {
    const { calendar, master, path } = await withInstance(site)
    await calendar.patch(master.id, { location: 'Hall' })
    const old = { 'If-Match': master.etag }
    expectRefusal(await calendar.user.patch(path, { summary: 'No' }, old), conditionNotMet)
    expectRefusal(await calendar.user.delete(path, old), conditionNotMet)
  })

  it('answer 304 to who has seen the instance, until it changes', async () => {
    const { calendar, master, path, id } = await withInstance(site)
    const seen = { 'If-None-Match': master.etag }
    expect((await calendar.user.get(path, seen)).status).toBe(304)
    await calendar.patch(id, { summary: 'Retro' })
    expect((await calendar.user.get(path, seen)).status).toBe(200)
    const other = `${master.id}_20260615T070000Z`
    expect((await calendar.user.get(calendar.at(other), seen)).status).toBe(304)
  })

  it('let the series change while an instance has', async () => {
    const { calendar, master, id } = await withInstance(site)
    await calendar.delete(id)
    const match = { 'If-Match': master.etag }
    const reply = await calendar.user.patch(calendar.at(master.id), { location: 'Hall' }, match)
    expect(reply.status).toBe(200)
  })
})

async function withInstance(site: Site) {
  const { calendar, master } = await calendarWith(site, mondays)
  const id = `${master.id}_20260608T070000Z`
  return { calendar, master, id, path: calendar.at(id) }
}
