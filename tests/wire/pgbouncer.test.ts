import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { as, calendars, until } from '../support/calling.ts'
import { freshFolder } from '../support/fresh.ts'
import { pgbouncerPrepares, pgbouncerUnavailable, startPgBouncer } from '../support/pgbouncer.ts'
import { runAlmanac, type TestServer, wireEngines } from '../support/server.ts'

const engine = wireEngines.find(({ name }) => name.startsWith('postgres'))!
const unavailable = engine.unavailable ?? pgbouncerUnavailable

const events = `${calendars}/primary/events`

const eventOn = (day: number) => ({
  start: { date: `2030-01-${String(day).padStart(2, '0')}` },
  end: { date: `2030-02-01` },
})

const title = `two processes behind PgBouncer in transaction mode${unavailable === undefined ? '' : ` (${unavailable})`}`
describe(title, { skip: unavailable !== undefined }, () => {
  it.each(pgbouncerPrepares ? ['auto', 'on'] : ['auto'])(
    'answer as one server, with and without an address to listen at, prepared statements: %s',
    async (prepared) => {
      await using place = await engine.place()
      const direct = place.environment.ALMANAC_DATABASE_URL!
      await using pooler = await startPgBouncer(direct)
      const pooled = {
        ALMANAC_DATABASE_URL: pooler.url,
        ALMANAC_DATABASE_POOLER: 'transaction',
        ALMANAC_DATABASE_PREPARED_STATEMENTS: prepared,
      }
      const one = await place.startProcess(pooled)
      const two = await place.startProcess({ ...pooled, ALMANAC_DATABASE_LISTEN_URL: direct })
      const { token } = await one.mint()
      const [here, there] = [as(one.base, token), as(two.base, token)]

      // Many at once, in turns, with more connections than the pooler has.
      const made = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          (index % 2 === 0 ? here : there).post(events, eventOn(1 + (index % 28))),
        ),
      )
      expect(made.map(({ status }) => status)).toEqual(made.map(() => 200))
      const ids = made.map(({ json }) => json.id as string).toSorted()
      for (const client of [here, there]) {
        const { json } = await client.get(events)
        expect((json.items as { id: string }[]).map(({ id }) => id).toSorted()).toEqual(ids)
      }

      // Each sees at once what the other has written.
      const { nextSyncToken } = (await here.get(events)).json
      for (let step = 0; step < 10; step++) {
        const [writer, reader] = step % 2 === 0 ? [here, there] : [there, here]
        const patched = await writer.patch(`${events}/${ids[0]}`, { summary: `step ${step}` })
        const { etag, summary } = patched.json
        expect((await reader.get(`${events}/${ids[0]}`)).json).toMatchObject({ etag, summary })
      }
      const { json: changes } = await there.get(`${events}?syncToken=${nextSyncToken}`)
      expect((changes.items as { id: string }[]).map(({ id }) => id)).toEqual([ids[0]])
    },
  )

  it('refuse a token soon after the other has revoked it', async () => {
    await using place = await engine.place()
    await using pooler = await startPgBouncer(place.environment.ALMANAC_DATABASE_URL!)
    const pooled = { ALMANAC_DATABASE_URL: pooler.url, ALMANAC_DATABASE_POOLER: 'transaction' }
    const one = await place.startProcess(pooled)
    const two = await place.startProcess(pooled)
    const { token } = await one.mint()
    const statusAt = async ({ base }: TestServer) => (await as(base, token).primary()).status
    expect([await statusAt(one), await statusAt(two)]).toEqual([200, 200])
    const revoked = await as(one.base).post(`/revoke?token=${token}`, {})
    expect(revoked.status).toBe(200)
    expect(await statusAt(one)).toBe(401)
    await until(
      () => statusAt(two),
      (status) => status === 401,
    )
  })

  it('do not repeat an etag after a command has restored the database', async () => {
    await using place = await engine.place()
    await using pooler = await startPgBouncer(place.environment.ALMANAC_DATABASE_URL!)
    const pooled = { ALMANAC_DATABASE_URL: pooler.url, ALMANAC_DATABASE_POOLER: 'transaction' }
    // It looks for notifications so seldom that it never hears of the restore.
    const server = await place.startProcess({ ...pooled, ALMANAC_DATABASE_POLL_MS: '60000' })
    const { token } = await server.mint()
    const me = as(server.base, token)
    const event = `${events}/${(await me.post(events, eventOn(1))).json.id}`
    const settings = { ...place.environment, ...pooled }
    await using folder = await freshFolder()
    const archive = join(folder.path, 'archive')
    expect((await runAlmanac(['backup', archive], settings)).code).toBe(0)
    const etags: unknown[] = []
    const write = async () => {
      const { status, json } = await me.patch(event, { summary: `${etags.length}` })
      expect(status).toBe(200)
      etags.push(json.etag)
    }
    for (let count = 0; count < 5; count++) await write()
    expect((await runAlmanac(['restore', archive, '--yes'], settings)).code).toBe(0)
    for (let count = 0; count < 5; count++) await write()
    expect(new Set(etags).size).toBe(etags.length)
  })
})
