import { expect, it } from 'vitest'
import {
  type CalendarEvents,
  hour,
  type MadeEvent,
  secondaryEvents,
  sharedWith,
} from '../support/event-bodies.ts'
import type { HttpReply } from '../support/http.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

const needs = (role: string) => ({
  status: 403,
  reason: 'requiredAccessLevel',
  domain: 'calendar',
  message: `You need to have ${role} access to this calendar.`,
})

const writes: Record<string, (events: CalendarEvents, id: string) => Promise<HttpReply>> = {
  update: (events, id) => events.put(id, { summary: 'Changed', ...hour }),
  patch: (events, id) => events.patch(id, { summary: 'Changed' }),
  'patch to all that it sees': (events, id) => events.patch(id, { visibility: 'default' }),
  delete: (events, id) => events.delete(id),
}

onEveryEngine('who may write events', (site) => {
  it.each(['writerWithoutPrivateAccess', 'writer', 'owner'])(
    'a %s may add, change and delete events, as their creator',
    async (role) => {
      const events = await secondaryEvents(site)
      const guest = await sharedWith(site, events, role)
      const made = await guest.make()
      expect(made).toMatchObject({
        creator: { email: guest.user.email },
        organizer: { email: events.calendarId, self: true },
      })
      const changed = await guest.patch(made.id, { summary: 'Changed' })
      expect(changed.json.summary).toBe('Changed')
      const others = await events.make()
      expect((await guest.put(others.id, hour)).json).toMatchObject({
        creator: { email: events.user.email },
      })
      expect((await guest.delete(others.id)).status).toBe(204)
      expect((await guest.delete(made.id)).status).toBe(204)
      expect((await events.list()).items).toEqual([])
    },
  )

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  async function unchangedAfter(
    events: CalendarEvents,
    made: MadeEvent,
    write: () => Promise<void>,
  ) {
    const token = await events.syncToken()
    await write()
    expect(await events.changedSince(token)).toEqual([])
    expect(await events.read(made.id)).toEqual(made)
  }

  it.each(['freeBusyReader', 'reader'])('a %s may write none', async (role) => {
    const events = await secondaryEvents(site)
    const made = await events.make()
    const guest = await sharedWith(site, events, role)
    await unchangedAfter(events, made, async () => {
      const refusal = needs('writer')
      expectRefusal(await guest.insert(hour), refusal)
      for (const write of Object.values(writes)) {
        expectRefusal(await write(guest, made.id), refusal)
        expectRefusal(await write(guest, 'nosuchevent'), refusal)
      }
    })
  })

  it('callers without a role may neither write nor find out whether it exists', async () => {
    const events = await secondaryEvents(site)
    const made = await events.make()
    const stranger = events.as(await site.user())
    await unchangedAfter(events, made, async () => {
      expectRefusal(await stranger.insert(hour), notFound)
      for (const write of Object.values(writes)) {
        expectRefusal(await write(stranger, made.id), notFound)
      }
    })
  })

  it.each(['private', 'confidential'])(
    'a writer without private access may not touch %s events',
    async (visibility) => {
      const events = await secondaryEvents(site)
      const made = await events.make({ visibility })
      const guest = await sharedWith(site, events, 'writerWithoutPrivateAccess')
      await unchangedAfter(events, made, async () => {
        for (const write of Object.values(writes)) {
          expectRefusal(await write(guest, made.id), needs('writer'))
        }
        const stale = { 'If-Match': '"1"' }
        expectRefusal(await guest.patch(made.id, { summary: 'x' }, '', stale), needs('writer'))
      })
    },
  )

  it.each(['writer', 'owner'])('a %s may change and delete private events', async (role) => {
    const events = await secondaryEvents(site)
    const made = await events.make({ visibility: 'private' })
    const guest = await sharedWith(site, events, role)
    expect((await guest.patch(made.id, { summary: 'Changed' })).json.summary).toBe('Changed')
    expect((await guest.delete(made.id)).status).toBe(204)
  })

  it('a writer without private access sees no more of what is made private, but may change it', async () => {
    const events = await secondaryEvents(site)
    const guest = await sharedWith(site, events, 'writerWithoutPrivateAccess')
    const made = await guest.make({ summary: 'Secret', visibility: 'private' })
    expect(made).not.toHaveProperty('summary')
    expect((await events.read(made.id)).summary).toBe('Secret')
    const changed = await guest.patch(made.id, { summary: 'Another secret' })
    expect([changed.status, changed.json.summary]).toEqual([200, undefined])
    expect((await events.read(made.id)).summary).toBe('Another secret')
    const other = await sharedWith(site, events, 'writerWithoutPrivateAccess')
    expectRefusal(await other.delete(made.id), needs('writer'))
    expect((await guest.delete(made.id)).status).toBe(204)
  })
})
