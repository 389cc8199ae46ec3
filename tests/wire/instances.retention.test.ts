import { expect, it } from 'vitest'
import { until } from '../support/calling.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { calendarWith, mondays, timed } from '../support/series-bodies.ts'
import { onEveryEngine } from '../support/sites.ts'

// Time is moved here, so no other test may share the server.
onEveryEngine('what is missing from a series', (site) => {
  it('stays missing after tombstones are purged, and is purged with its series', async () => {
    const { calendar, master } = await calendarWith(site, mondays)
    const { id: single } = await calendar.insert(timed('2026-06-01T12:00:00'))
    const third = `${master.id}_20260615T070000Z`
    const statusOf = async (id: string) => (await calendar.user.get(calendar.at(id))).status
    await calendar.delete(third)
    await calendar.delete(single)
    await advance('P40D')
    await until(
      () => statusOf(single),
      (status) => status === 404,
    )
    expect(await calendar.get(third)).toMatchObject({ status: 'cancelled' })
    expect(await calendar.instances(master.id)).toHaveLength(3)
    await calendar.delete(master.id)
    await advance('P40D')
    await until(
      () => statusOf(master.id),
      (status) => status === 404,
    )
    await until(
      () => statusOf(third),
      (status) => status === 404,
    )
    const instances = await calendar.user.get(`${calendar.at(third)}/instances`)
    expectRefusal(instances, notFound)
  })

  const advance = (duration: string) =>
    site.call('/_almanac/clock', { method: 'POST', body: { advance: duration } })
})
