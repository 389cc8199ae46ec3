import { expect, it } from 'vitest'
import {
  entryPath,
  idsOf,
  listed,
  listedCalendar,
  listPath,
  share,
  since,
  subscribe,
  syncTokenOf,
} from '../support/listed-calendars.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine, type Site } from '../support/sites.ts'

const roles = ['freeBusyReader', 'reader', 'writerWithoutPrivateAccess', 'writer', 'owner']

onEveryEngine('a list of calendars', (site) => {
  it('starts with the primary calendar, and keeps its order', async () => {
    // The address sorts behind every other id.
    const user = await site.user({ email: 'zz@zz.example' })
    const made = []
    for (let count = 0; count < 4; count++) made.push((await user.newCalendar()).calendar.id!)
    const ids = idsOf(await listed(user))
    expect(ids[0]).toBe(user.email)
    expect([...ids.slice(1)].sort()).toEqual(made.sort())
    for (const id of [made[2]!, 'primary']) await user.patch(entryPath(id), { colorId: '3' })
    expect(idsOf(await listed(user))).toEqual(ids)
  })

  it('has hidden and removed entries on request only', async () => {
    const { guest, calendarId: hidden, path } = await listedCalendar(site)
    await guest.patch(path, { hidden: true })
    const owner = await site.user()
    const removed = (await owner.newCalendar()).calendar.id!
    await share(owner, removed, { with: `user:${guest.email}`, as: 'reader' })
    await subscribe(guest, removed)
    await guest.delete(entryPath(removed))

    const shown = async (query: string) =>
      (await listed(guest, query)).slice(1).map(({ id, hidden, deleted }) => ({
        id,
        hidden,
        deleted,
      }))
    const asHidden = { id: hidden, hidden: true, deleted: undefined }
    const asRemoved = { id: removed, hidden: undefined, deleted: true }
    for (const query of ['', 'showHidden=false&showDeleted=false', 'showHidden=&showDeleted=0']) {
      expect(await shown(query)).toEqual([])
    }
    expect(await shown('showHidden=true')).toEqual([asHidden])
    expect(await shown('showDeleted=1')).toEqual([asRemoved])
    const both = await shown('showHidden=true&showDeleted=true')
    expect(both).toHaveLength(2)
    expect(both).toEqual(expect.arrayContaining([asHidden, asRemoved]))
  })

  it('narrows to the calendars on which the caller has at least a role', async () => {
    const { guest, ids } = await guestInEveryRole(site)
    for (const [rank, role] of roles.entries()) {
      const found = idsOf(await listed(guest, `minAccessRole=${role}`))
      expect(found[0]).toBe(guest.email)
      expect(found.slice(1).sort()).toEqual(ids.slice(rank).sort())
    }
    for (const role of ['none', 'king', 'Reader']) {
      expectRefusal(await guest.get(`${listPath}?minAccessRole=${role}`), {
        status: 400,
        reason: 'invalidParameter',
        location: 'minAccessRole',
      })
    }
  })

  it("narrows to the calendars of the caller's own domain", async () => {
    const { guest, calendarId } = await listedCalendar(site)
    const outsider = await site.user({ email: 'out@far.example' })
    const far = (await outsider.newCalendar()).calendar.id!
    for (const id of [far, outsider.email]) {
      await share(outsider, id, { with: `user:${guest.email}`, as: 'writer' })
      await subscribe(guest, id)
    }
    expect(await listed(guest)).toHaveLength(4)
    expect(await listed(guest, 'showOwnOrganizationOnly=false')).toHaveLength(4)
    const own = await listed(guest, 'showOwnOrganizationOnly=true')
    expect(idsOf(own)).toEqual([guest.email, calendarId])
  })

  it('follows the role of the caller at once, without telling of it in a sync', async () => {
    const { owner, guest, path, calendarId } = await listedCalendar(site)
    const token = await syncTokenOf(guest)
    for (const role of ['writer', 'owner', 'freeBusyReader', 'writerWithoutPrivateAccess']) {
      await share(owner, calendarId, { with: `user:${guest.email}`, as: role })
      expect((await guest.get(path)).json.accessRole).toBe(role)
      expect((await listed(guest))[1]).toMatchObject({ id: calendarId, accessRole: role })
    }
    expect((await since(guest, token)).json.items).toEqual([])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('has a head, the entries and a sync token', async () => {
    const user = await site.user()
    const { status, json, headers } = await user.get(listPath)
    expect(status).toBe(200)
    expect(json).toEqual({
      kind: 'calendar#calendarList',
      etag: headers.etag,
      nextSyncToken: expect.any(String),
      items: [(await user.get(entryPath('primary'))).json],
    })
    expect(json.etag).toMatch(/^"p3[0-9a-v]+"$/)
  })

  it('returns no details of a calendar to one who may see only when it is busy', async () => {
    const { owner, guest, path, calendarId, entry } = await listedCalendar(site, {
      role: 'freeBusyReader',
      calendar: { summary: 'Secret', description: 'Plan', location: 'Bunker' },
    })
    expect(entry).toMatchObject({ summary: calendarId, accessRole: 'freeBusyReader' })
    for (const reply of [await guest.get(path), await guest.get(listPath)]) {
      expect(reply.text).not.toMatch(/Secret|Plan|Bunker/)
    }
    await share(owner, calendarId, { with: `user:${guest.email}`, as: 'reader' })
    expect((await guest.get(path)).json).toMatchObject({
      summary: 'Secret',
      description: 'Plan',
      location: 'Bunker',
      accessRole: 'reader',
    })
  })

  it('follows changes of the calendar at once, without reporting them in a sync', async () => {
    const { owner, guest, path, calendarId } = await listedCalendar(site)
    const tokens = [await syncTokenOf(guest), await syncTokenOf(owner)]
    const change = { summary: 'New', description: 'More', timeZone: 'Asia/Tokyo', location: 'Bern' }
    await owner.patch(`/calendars/${calendarId}`, change)
    for (const [index, user] of [guest, owner].entries()) {
      expect((await user.get(path)).json).toMatchObject(change)
      expect((await listed(user))[1]).toMatchObject(change)
      expect((await since(user, tokens[index]!)).json.items).toEqual([])
    }
    await owner.patch(`/calendars/${calendarId}`, { description: null })
    expect((await guest.get(path)).json).not.toHaveProperty('description')
  })

  it('keeps the own title beside the one that the calendar has', async () => {
    const { owner, guest, path, calendarId } = await listedCalendar(site, {
      choices: { summaryOverride: 'Ours' },
    })
    await owner.patch(`/calendars/${calendarId}`, { summary: 'New' })
    expect((await guest.get(path)).json).toMatchObject({ summary: 'New', summaryOverride: 'Ours' })
    expect((await guest.get(`/calendars/${calendarId}`)).json).not.toHaveProperty('summaryOverride')
  })
})

/** A guest with a calendar for every role, in the order of the roles. */
async function guestInEveryRole(site: Site) {
  const [owner, guest] = [await site.user(), await site.user()]
  const ids: string[] = []
  for (const role of roles) {
    const id = (await owner.newCalendar()).calendar.id!
    await share(owner, id, { with: `user:${guest.email}`, as: role })
    await subscribe(guest, id)
    ids.push(id)
  }
  return { guest, ids }
}
