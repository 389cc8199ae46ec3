import { beforeAll, expect, it } from 'vitest'
import { as, until } from '../support/calling.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { wireEngines } from '../support/server.ts'
import { onServers } from '../support/sites.ts'
import { openDatabaseFile } from '../support/tampering.ts'
import { admin, administrator } from './admin-fixture.ts'

// Every mail is lost to a server that does not listen, so that there are jobs to look at.
const mute = { ALMANAC_SMTP_URL: 'smtp://127.0.0.1:1' }

onServers(
  'the work of a server',
  (site) => {
    let boss: Awaited<ReturnType<typeof administrator>>
    beforeAll(async () => {
      boss = await administrator(site.place, site.server)
    })
    const inviting = async () => {
      const user = await site.user()
      const start = { dateTime: '2030-05-01T10:00:00Z' }
      const end = { dateTime: '2030-05-01T11:00:00Z' }
      const attendees = [{ email: 'guest@elsewhere.example' }]
      const body = { summary: 'Talk', start, end, attendees }
      const { status } = await user.post('/calendars/primary/events?sendUpdates=all', body)
      expect(status).toBe(200)
    }
    const failed = (path: string) =>
      until(
        () => boss.get(path),
        ({ json }) => json.items!.some(({ lastError }) => lastError !== undefined),
      )

    it('is listed with its attempts and errors, can be hastened and be dropped', async () => {
      await inviting()
      const { json } = await failed(`${admin}/jobs?type=mail.send`)
      const [job] = json.items!
      expect(job).toEqual({
        kind: 'admin#job',
        id: expect.any(String),
        type: 'mail.send',
        state: expect.stringMatching(/^(ready|running)$/),
        attempts: expect.any(Number),
        dueAt: expect.any(String),
        created: expect.any(String),
        lastError: expect.stringContaining('ECONNREFUSED'),
      })
      const before = job!.attempts as number
      await until(
        () => boss.post(`${admin}/jobs/${job!.id}/retry`),
        ({ status }) => status === 204,
      )
      const again = await until(
        () => boss.get(`${admin}/jobs?type=mail.send&state=ready`),
        ({ json }) =>
          json.items!.some(({ id, attempts }) => id === job!.id && Number(attempts) > before),
      )
      expect(again.json.items!.map(({ id }) => id)).toContain(job!.id)
      await until(
        () => boss.delete(`${admin}/jobs/${job!.id}`),
        ({ status }) => status === 204,
      )
      expectRefusal(await boss.delete(`${admin}/jobs/${job!.id}`), notFound)
      const left = await boss.get(`${admin}/jobs`)
      expect(left.json.items!.map(({ id }) => id)).not.toContain(job!.id)
    })

    it('is counted, and walked in pages', async () => {
      await inviting()
      await inviting()
      await until(
        () => boss.get(`${admin}/jobs/counts`),
        ({ json }) =>
          json
            .items!.filter(({ type }) => type === 'mail.send')
            .reduce((sum, { count }) => sum + Number(count), 0) >= 2,
      )
      const first = await boss.get(`${admin}/jobs?type=mail.send&maxResults=1`)
      expect(first.json.items).toHaveLength(1)
      const next = `&pageToken=${first.json.nextPageToken}`
      const second = await boss.get(`${admin}/jobs?type=mail.send&maxResults=1${next}`)
      expect(second.json.items![0]!.id! > first.json.items![0]!.id!).toBe(true)
      expectRefusal(await boss.get(`${admin}/jobs?type=other&maxResults=1${next}`), {
        status: 400,
        reason: 'invalid',
      })
    })

    it('is none of a sort that does not exist', async () => {
      expect((await boss.get(`${admin}/jobs?type=nosuch`)).json.items).toEqual([])
      expectRefusal(await boss.get(`${admin}/jobs?state=lost`), {
        status: 400,
        reason: 'invalidParameter',
      })
      expectRefusal(await boss.post(`${admin}/jobs/nosuch/retry`), notFound)
    })

    it('follows a timetable', async () => {
      const { json } = await boss.get(`${admin}/timetable`)
      expect(json.kind).toBe('admin#timetable')
      expect(json.items!.length).toBeGreaterThan(3)
      for (const { name, pattern, nextAt } of json.items!) {
        expect(name).toBeTruthy()
        expect(pattern).toMatch(/\*/)
        expect(Date.parse(nextAt as string)).not.toBeNaN()
      }
      const [{ name }] = json.items as [{ name: string }]
      expect((await boss.post(`${admin}/timetable/${name}/run`)).status).toBe(204)
      expectRefusal(await boss.post(`${admin}/timetable/nosuch/run`), notFound)
    })

    it('is reported with the state of the process and the database', async () => {
      const { json } = await boss.get(`${admin}/health`)
      expect(json).toMatchObject({
        kind: 'admin#health',
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        node: expect.stringMatching(/^\d+\./),
        mode: 'dev',
        uptimeS: expect.any(Number),
        memoryBytes: expect.stringMatching(/^\d+$/),
        jobs: { ready: expect.any(Number), running: expect.any(Number), dead: expect.any(Number) },
      })
      const metrics = await boss.get(`${admin}/metrics?hours=6`)
      expect(metrics.json.items!.at(-1)).toMatchObject({
        time: expect.any(String),
        requestsPerMinute: expect.any(Number),
        p95Ms: expect.any(Number),
        databaseBytes: expect.stringMatching(/^\d+$/),
      })
      expectRefusal(await boss.get(`${admin}/metrics?hours=25`), {
        status: 400,
        reason: 'invalidParameter',
      })
      const database = json.database as Record<string, unknown>
      expect(Number(database.bytes)).toBeGreaterThan(10_000)
      if (database.engine === 'sqlite') {
        expect(database.logBytes).toMatch(/^\d+$/)
        expect(json.dataFolder).toMatchObject({ freeBytes: expect.stringMatching(/^\d+$/) })
      } else expect(database).toMatchObject({ poolMax: 11, connections: expect.any(Number) })
    })
  },
  mute,
)

it('a job that was abandoned gets all its attempts again', async () => {
  await using place = await wireEngines[0]!.place()
  const server = await place.start()
  const boss = await administrator(place, server)
  using database = openDatabaseFile(place.environment.ALMANAC_DATA_DIR!)
  database.exec(
    `insert into jobs (id, kind, payload, state, due_at, attempts, last_error, created_at, finished_at,
       leased_by, leased_until)
     values ('dead1', 'test.kind', '{}', 'dead', 1, 3, 'the receiver is gone', 1, 2, null, null),
       ('busy1', 'test.kind', '{}', 'running', 1, 1, null, 1, null, 'w', 9e15)`,
  )
  const listed = await boss.get(`${admin}/jobs?state=dead`)
  expect(listed.json.items).toEqual([
    {
      kind: 'admin#job',
      id: 'dead1',
      type: 'test.kind',
      state: 'dead',
      attempts: 3,
      dueAt: '1970-01-01T00:00:00.001Z',
      created: '1970-01-01T00:00:00.001Z',
      lastError: 'the receiver is gone',
      diedAt: '1970-01-01T00:00:00.002Z',
    },
  ])
  expect((await boss.post(`${admin}/jobs/dead1/retry`)).status).toBe(204)
  const waiting = await as(server.base, boss.token).get(`${admin}/jobs?type=test.kind&state=ready`)
  expect(waiting.json.items).toMatchObject([{ id: 'dead1', attempts: 0 }])
  const running = { status: 400, reason: 'badRequest', message: 'The job is running.' }
  expectRefusal(await boss.post(`${admin}/jobs/busy1/retry`), running)
  expectRefusal(await boss.delete(`${admin}/jobs/busy1`), running)
})
