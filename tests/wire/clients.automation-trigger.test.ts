import { afterEach, beforeEach, expect, it } from 'vitest'
import type { WireBody } from '../support/http.ts'
import { hourOn } from '../support/imported-events.ts'
import { onEmbedded } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

/** Asks every minute for what has changed, and remembers what it has seen. */
class Trigger {
  readonly #user: WireUser
  readonly #now: () => Promise<string>
  readonly #seen = new Map<string, string>()
  #last = ''

  constructor(user: WireUser, now: () => Promise<string>) {
    this.#user = user
    this.#now = now
  }

  async begin(): Promise<void> {
    this.#last = await this.#now()
  }

  /** The ids of what is new and of what was changed, in the order of the changes. */
  async poll(): Promise<{ created: unknown[]; updated: unknown[]; cancelled: unknown[] }> {
    const found = { created: [] as unknown[], updated: [] as unknown[], cancelled: [] as unknown[] }
    for (const item of await this.#changes()) {
      if (this.#seen.get(item.id!) === item.etag) continue
      this.#seen.set(item.id!, item.etag!)
      found[kindOf(item)].push(item.id)
    }
    this.#last = await this.#now()
    return found
  }

  async #changes(): Promise<readonly WireBody[]> {
    // This one writes addresses into paths as they are.
    const path = `/calendars/${this.#user.email}/events`
    const query = `updatedMin=${encodeURIComponent(this.#last)}&orderBy=updated&maxResults=250`
    const { status, text, json } = await this.#user.get(`${path}?${query}&showDeleted=false`)
    expect(status, text).toBe(200)
    return json.items!
  }
}

function kindOf({ status, created, updated }: WireBody): 'created' | 'updated' | 'cancelled' {
  if (status === 'cancelled') return 'cancelled'
  return secondOf(created) === secondOf(updated) ? 'created' : 'updated'
}

const secondOf = (time: unknown) => Math.floor(Date.parse(String(time)) / 1000)

// The clock stands here, so no other test may share the server.
onEmbedded('an automation trigger', (site) => {
  const turnClock = (body: object) => site.call('/_almanac/clock', { method: 'POST', body })
  beforeEach(() => turnClock({ now: '2026-05-27T08:00:00Z', frozen: true }))
  afterEach(() => turnClock({ reset: true }))

  const now = async () => String((await site.call('/_almanac/clock')).json.now)
  const aMinuteLater = () => turnClock({ advance: 60 })

  it('sees a new event once, a changed one as changed, and a deleted one as such', async () => {
    const user = await site.user()
    const trigger = new Trigger(user, now)
    await trigger.begin()
    const events = `/calendars/${user.email}/events`

    await aMinuteLater()
    const { json: event } = await user.post(events, { summary: 'New', ...hourOn(28) })
    const nothing = { created: [], updated: [], cancelled: [] }
    expect(await trigger.poll()).toEqual({ ...nothing, created: [event.id] })
    await aMinuteLater()
    expect(await trigger.poll()).toEqual(nothing)

    await aMinuteLater()
    await user.patch(`${events}/${event.id}`, { summary: 'Changed' })
    expect(await trigger.poll()).toEqual({ ...nothing, updated: [event.id] })
    expect(await trigger.poll()).toEqual(nothing)

    await aMinuteLater()
    await user.delete(`${events}/${event.id}`)
    expect(await trigger.poll()).toEqual({ ...nothing, cancelled: [event.id] })
    await aMinuteLater()
    expect(await trigger.poll()).toEqual(nothing)
  })

  it('gets changes in the order they were made in', async () => {
    const user = await site.user()
    const trigger = new Trigger(user, now)
    await trigger.begin()
    const events = `/calendars/${user.email}/events`
    const ids: unknown[] = []
    for (let number = 0; number < 5; number++) {
      await turnClock({ advance: 1 })
      ids.push((await user.post(events, hourOn(20 - number))).json.id)
    }
    expect((await trigger.poll()).created).toEqual(ids)
  })

  it('finds events by a word', async () => {
    const user = await site.user()
    const events = `/calendars/${user.email}/events`
    const { json } = await user.post(events, { summary: 'Quarterly review', ...hourOn(28) })
    await user.post(events, { summary: 'Lunch', ...hourOn(28) })
    const found = await user.get(`${events}?q=quarterly&singleEvents=true&orderBy=startTime`)
    expect(found.json.items).toEqual([json])
  })
})
