import { afterEach, expect, it } from 'vitest'
import type { HttpReply, WireBody } from '../support/http.ts'
import { eventsOf, hourOn, newEvent } from '../support/imported-events.ts'
import { onEmbedded } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

const fields =
  'kind,nextPageToken,nextSyncToken,items(id,iCalUID,summary,start,end,description,location,' +
  'transparency,status,eventType,visibility,attendees,attendeesOmitted,recurrence,' +
  'recurringEventId,originalStartTime,reminders)'

/** A copy of a calendar that is brought up to date by whatever has changed. */
class Copy {
  readonly events = new Map<string, WireBody>()
  syncToken: string | undefined
  readonly #user: WireUser

  constructor(user: WireUser) {
    this.#user = user
  }

  /** One round; says whether it had to begin anew. */
  async update(): Promise<'kept up' | 'began anew'> {
    const wasSynced = this.syncToken !== undefined
    const first = await this.#page({})
    if (first.status === 410) {
      this.events.clear()
      this.syncToken = undefined
      await this.update()
      return 'began anew'
    }
    let reply = first
    for (;;) {
      expect(reply.status, reply.text).toBe(200)
      for (const item of reply.json.items!) this.#take(item)
      const { nextPageToken, nextSyncToken } = reply.json
      if (nextPageToken === undefined) {
        // It takes a last page without a token for a fault of the server.
        expect(nextSyncToken).toBeDefined()
        this.syncToken = nextSyncToken
        return wasSynced ? 'kept up' : 'began anew'
      }
      reply = await this.#page({ pageToken: nextPageToken })
    }
  }

  #page(more: Record<string, string>): Promise<HttpReply> {
    const query = new URLSearchParams({
      maxResults: '1000',
      fields,
      ...(this.syncToken !== undefined && { syncToken: this.syncToken }),
      ...more,
    })
    return this.#user.get(`${eventsOf()}?${query}`)
  }

  #take(item: WireBody): void {
    if (item.status === 'cancelled' && item.recurringEventId === undefined) {
      this.events.delete(item.id!)
    } else this.events.set(item.id!, item)
  }

  titles(): unknown[] {
    return [...this.events.values()].map(({ summary }) => summary).sort()
  }
}

// Time is moved here, so no other test may share the server.
onEmbedded('a home automation', (site) => {
  const turnClock = (body: object) => site.call('/_almanac/clock', { method: 'POST', body })
  afterEach(() => turnClock({ reset: true }))

  it('keeps a copy by its sync token, and starts over when the server requires it', async () => {
    const user = await site.user()
    const copy = new Copy(user)
    const [first, second] = [
      await newEvent(user, { summary: 'First' }),
      await newEvent(user, { summary: 'Second' }),
    ]
    expect(await copy.update()).toBe('began anew')
    expect(copy.titles()).toEqual(['First', 'Second'])
    expect(Object.keys(copy.events.get(first.id)!).sort()).toEqual(
      ['end', 'eventType', 'iCalUID', 'id', 'reminders', 'start', 'status', 'summary'].sort(),
    )

    await user.patch(`${eventsOf()}/${first.id}`, { summary: 'Changed' })
    await user.delete(`${eventsOf()}/${second.id}`)
    await newEvent(user, { summary: 'Third' })
    expect(await copy.update()).toBe('kept up')
    expect(copy.titles()).toEqual(['Changed', 'Third'])
    expect(await copy.update()).toBe('kept up')

    await turnClock({ advance: 'P31D' })
    await newEvent(user, { summary: 'Fourth' })
    expect(await copy.update()).toBe('began anew')
    expect(copy.titles()).toEqual(['Changed', 'Fourth', 'Third'])
  })

  it('takes the ids of instances apart and finds their series', async () => {
    const user = await site.user()
    const series = await newEvent(user, { recurrence: ['RRULE:FREQ=DAILY;COUNT=3'] })
    const day = { start: { date: '2026-05-04' }, end: { date: '2026-05-05' } }
    const days = await newEvent(user, { ...day, recurrence: ['RRULE:FREQ=DAILY;COUNT=3'] })
    await user.patch(`${eventsOf()}/${series.id}_20260505T100000Z`, hourOn(9))
    await user.delete(`${eventsOf()}/${days.id}_20260506`)
    const copy = new Copy(user)
    await copy.update()
    const instances = [...copy.events.values()].filter(({ recurringEventId }) => recurringEventId)
    expect(instances).toHaveLength(2)
    for (const { id, recurringEventId } of instances) {
      const [, masterId, suffix] = /^(.+)_(\d{8}|\d{8}T\d{6}Z)$/.exec(id!)!
      expect(masterId).toBe(recurringEventId)
      expect(copy.events.get(masterId!)).toHaveProperty('recurrence')
      expect(suffix).toMatch(masterId === days.id ? /^20260506$/ : /^20260505T100000Z$/)
    }
  })

  it('reads more than a page of a thousand', async () => {
    const user = await site.user()
    for (let round = 0; round < 11; round++) {
      await Promise.all(Array.from({ length: 100 }, () => newEvent(user)))
    }
    const copy = new Copy(user)
    expect(await copy.update()).toBe('began anew')
    expect(copy.events.size).toBe(1_100)
  })

  it('distinguishes a missing token from a missing permission', async () => {
    const user = await site.user()
    const query = `?${new URLSearchParams({ maxResults: '1000', fields })}`
    const expired = await site.call(`/calendar/v3${eventsOf()}${query}`, {
      headers: { Authorization: 'Bearer expired' },
    })
    expect(expired.status).toBe(401)
    const narrow = await site.user({ email: user.email, scopes: ['calendar.settings.readonly'] })
    expect((await narrow.get(`${eventsOf()}${query}`)).status).toBe(403)
  })
})
