import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { callInBatch } from '../support/batch-call.ts'
import { composeBatch } from '../support/multipart.ts'
import { embeddedEngine } from '../support/server.ts'
import { siteOf } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'
import { admin, administrator } from './admin-fixture.ts'

const path = '/batch/calendar/v3'
const eventCount = 400
const descriptionLength = 8_000
const listCount = 100
const growthMax = 200_000_000
const measuredEvery = 20_000_000

/** Sends a batch and gives its reply before anything of it was read. */
async function openBatch(user: WireUser, body: Buffer): Promise<IncomingMessage> {
  const outgoing = request(`${user.base}${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${user.token}`,
      'Content-Type': 'multipart/mixed; boundary=almanac_test',
    },
  })
  outgoing.end(body)
  const [reply] = (await once(outgoing, 'response')) as [IncomingMessage]
  return reply
}

describe('a batch of a hundred large lists', () => {
  it('takes no more memory than a few of them, and others are answered meanwhile', async () => {
    await using place = await embeddedEngine.place()
    // Other servers of the same process would take memory as well.
    const server = await place.startProcess({ ALMANAC_BATCH_REPLY_BYTES_MAX: '1000000000' })
    const site = siteOf(place, server)
    const user = await site.user()
    const { path: calendar } = await user.newCalendar()
    const events = `${user.paths.calendar}${calendar}/events`
    const body = {
      description: 'x'.repeat(descriptionLength),
      start: { date: '2030-01-01' },
      end: { date: '2030-01-02' },
    }
    const inserts = Array.from({ length: eventCount }, () => ({ line: `POST ${events}`, body }))
    await callInBatch(inserts, { ...user, path })
    const boss = await administrator(place, server)
    const memory = async () => Number((await boss.get(`${admin}/health`)).json.memoryBytes)
    const before = await memory()

    const list = { line: `GET ${events}?maxResults=2500` }
    const lists = composeBatch(Array.from({ length: listCount }, () => list))
    const reply = await openBatch(user, lists)
    // The reader does not read yet, so that the server has to wait with the rest.
    let most = await memory()
    let bytes = 0
    let measuredAt = 0
    for await (const chunk of reply as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes - measuredAt < measuredEvery) continue
      measuredAt = bytes
      most = Math.max(most, await memory())
    }
    expect(bytes).toBeGreaterThan(listCount * eventCount * descriptionLength)
    expect(most - before).toBeLessThan(growthMax)
  })
})
