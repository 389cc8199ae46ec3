import postgres from 'postgres'
import { describe, expect, it } from 'vitest'
import { newAdsUser, tellPlatform } from '../support/ads-platform.ts'
import { inMay, mayStatistics, ready, reportOf } from '../support/ads-reports.ts'
import { as, calendars } from '../support/calling.ts'
import { wireEngines } from '../support/server.ts'
import { siteOf } from '../support/sites.ts'

const engine = wireEngines.find(({ name }) => name.startsWith('postgres'))!

describe(`the connections of a process to ${engine.name}`, {
  skip: engine.unavailable !== undefined,
}, () => {
  it('are not more than the setting allows, whatever it does at the same time', async () => {
    await using place = await engine.place()
    const server = await place.start({ ALMANAC_DATABASE_CONNECTIONS_MAX: '8' })
    const site = siteOf(place, server)
    await tellPlatform(site, mayStatistics)
    const user = await newAdsUser(site)
    const { token } = await server.mint()
    const me = as(server.base, token)
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, index) => me.insert({ summary: `Calendar ${index}` })),
    )
    const report = reportOf('keyword', ['keywordText', 'date', 'clicks'], inMay)
    await Promise.all([
      ...Array.from({ length: 4 }, () => ready(user, report)),
      ...made.flatMap(({ json: { id } }) => [
        me.post(`${calendars}/${id}/events`, event),
        me.post(`${calendars}/${id}/events`, event),
        me.get(`${calendars}/${id}/events?q=nothing`),
      ]),
    ])
    // Connections stay open, so that this is the most that there were.
    const open = await connectionsTo(place.environment.ALMANAC_DATABASE_URL!)
    expect(open).toBeLessThanOrEqual(8)
    expect(open).toBeGreaterThanOrEqual(7)
  })
})

const event = { start: { date: '2030-01-01' }, end: { date: '2030-01-02' } }

async function connectionsTo(url: string): Promise<number> {
  const sql = postgres(url, { max: 1 })
  const [row] = await sql`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = 'almanac'`
  await sql.end()
  return row!.count as number
}
