import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { as, calendars, until } from '../support/calling.ts'
import { embeddedEngine, runAlmanac, wireEngines } from '../support/server.ts'

const writersCount = 16

interface Acknowledged {
  id: string
  etag: string
  summary: string
  /** A change that was sent and not answered: it may be there or not, but not in part. */
  unanswered?: string
}

for (const engine of wireEngines) {
  describe(`a crash on ${engine.name}`, { skip: engine.unavailable !== undefined }, () => {
    it('loses no acknowledged insert or patch and leaves nothing half-written', async () => {
      await using place = await engine.place()
      const server = await place.startProcess()
      const { token } = await server.mint()
      const acknowledged: Acknowledged[] = []
      const writers = Array.from({ length: writersCount }, (_, writer) =>
        writeUntilCut(server.base, { token, writer, acknowledged }),
      )
      await until(
        () => acknowledged.length,
        (count) => count > 100,
      )
      await server.kill()
      await Promise.all(writers)

      const me = as((await place.start()).base, token)
      for (const { id, etag, summary, unanswered } of acknowledged) {
        const found = await me.get(`${calendars}/${id}`)
        expect(found.status).toBe(200)
        if (unanswered !== undefined && found.json.summary === unanswered) {
          expect(found.json.etag).not.toBe(etag)
        } else {
          expect(found.json).toMatchObject({ id, etag, summary })
        }
        expect(found.headers.etag).toBe(found.json.etag)
      }
      expect(await runAlmanac(['check'], place.environment)).toMatchObject({
        code: 0,
        stdout: 'No problems found.\n',
      })
    })

    // On PostgreSQL the database outlives the server, and all writes go the way that the test above shows.
    if (engine !== embeddedEngine) return

    it('keeps every part of the batches that were answered', async () => {
      await using place = await engine.place()
      const server = await place.startProcess()
      const { token } = await server.mint()
      const me = as(server.base, token)
      const kept: { id: string; etag: string }[] = []
      const sendBatches = async (sender: number) => {
        for (let round = 0; ; round++) {
          const calls = Array.from({ length: 60 }, (_, part) => ({
            method: 'POST',
            path: calendars,
            body: { summary: `batch ${sender}.${round}.${part}` },
          }))
          const replies = await me.batch(calls)
          for (const { status, json } of replies) {
            expect(status).toBe(200)
            kept.push({ id: json.id, etag: json.etag })
          }
        }
      }
      const senders = [0, 1, 2].map((sender) => sendBatches(sender).catch(() => {}))
      await until(
        () => kept.length,
        (count) => count > 200,
      )
      // A little later the next batches are under way.
      await pause(5)
      await server.kill()
      await Promise.all(senders)

      const again = as((await place.start()).base, token)
      const found = await Promise.all(kept.map(({ id }) => again.get(`${calendars}/${id}`)))
      expect(found.map(({ status, json: { id, etag } }) => ({ status, id, etag }))).toEqual(
        kept.map((calendar) => ({ status: 200, ...calendar })),
      )
      const { stdout } = await runAlmanac(['check'], place.environment)
      expect(stdout).toBe('No problems found.\n')
    })

    it('continues the sequence of etags, so that none is given twice', async () => {
      await using place = await engine.place()
      const server = await place.startProcess()
      const { token } = await server.mint()
      const me = as(server.base, token)
      const { json: first } = await me.insert({ summary: 'before' })
      const { json: second } = await me.patch(`${calendars}/${first.id}`, { summary: 'changed' })
      await server.kill()

      const again = as((await place.start()).base, token)
      const { json: third } = await again.patch(`${calendars}/${first.id}`, { summary: 'after' })
      expect(new Set([first.etag, second.etag, third.etag]).size).toBe(3)
    })
  })
}

/** Inserts calendars and patches each of them twice, until the connection breaks. */
async function writeUntilCut(
  base: string,
  run: { token: string; writer: number; acknowledged: Acknowledged[] },
): Promise<void> {
  const me = as(base, run.token)
  let current: Acknowledged | undefined
  try {
    for (let round = 0; ; round++) {
      const summary = `calendar ${run.writer}.${round}`
      const inserted = await me.insert({ summary })
      expect(inserted.status).toBe(200)
      const { id, etag } = inserted.json
      current = { id, etag, summary }
      run.acknowledged.push(current)
      for (const state of ['once', 'twice']) {
        current.unanswered = `${summary} ${state}`
        const { status, json } = await me.patch(`${calendars}/${id}`, {
          summary: current.unanswered,
          description: 'x'.repeat(2000),
        })
        expect(status).toBe(200)
        current.etag = json.etag
        current.summary = current.unanswered
        delete current.unanswered
      }
    }
  } catch (error) {
    if (!isCut(error)) throw error
  }
}

const isCut = (error: unknown): boolean =>
  ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')
