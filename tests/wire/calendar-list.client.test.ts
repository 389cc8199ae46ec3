import { expect, it } from 'vitest'
import {
  discoveredClient,
  officialClient,
  thrown,
  withHeaders,
} from '../support/calendar-client.ts'
import { sharedCalendar } from '../support/listed-calendars.ts'
import type { calendar_v3 } from '../support/official-clients.ts'
import { onEveryEngine } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

// The generated client has its paths built in; it learns others from the description alone.
const clientFor = (user: WireUser) =>
  user.paths.calendar === '/calendar/v3' ? officialClient(user) : discoveredClient(user)

onEveryEngine('the official client and the calendar list', (site) => {
  it('takes a calendar up, reads, changes and drops it', async () => {
    const { guest, calendarId } = await sharedCalendar(site, { role: 'writer' })
    const { calendarList } = await clientFor(guest)
    await expect(calendarList.get({ calendarId })).rejects.toMatchObject(thrown(404, 'notFound'))

    const { data: entry } = await calendarList.insert({
      colorRgbFormat: true,
      requestBody: { id: calendarId, backgroundColor: '#16a766', foregroundColor: '#ffffff' },
    })
    expect(entry).toMatchObject({
      kind: 'calendar#calendarListEntry',
      accessRole: 'writer',
      colorId: '8',
      backgroundColor: '#16a766',
    })
    expect((await calendarList.get({ calendarId })).data).toEqual(entry)
    const { data: list } = await calendarList.list({ minAccessRole: 'writer' })
    expect(list.items?.map(({ id }) => id)).toEqual([guest.email, calendarId])

    const { data: patched } = await calendarList.patch({
      calendarId,
      requestBody: {
        summaryOverride: 'Theirs',
        defaultReminders: [{ method: 'popup', minutes: 5 }],
      },
    })
    expect(patched).toMatchObject({
      summaryOverride: 'Theirs',
      defaultReminders: [{ method: 'popup', minutes: 5 }],
      backgroundColor: '#16a766',
    })
    const late = withHeaders({ calendarId, requestBody: {} }, { 'If-Match': entry.etag! })
    await expect(calendarList.update(late)).rejects.toMatchObject(thrown(412, 'conditionNotMet'))
    const { data: put } = await calendarList.update({
      calendarId,
      requestBody: { colorId: '3', selected: true },
    })
    expect(put).toMatchObject({ colorId: '3', selected: true, defaultReminders: [] })
    expect(put).not.toHaveProperty('summaryOverride')

    expect((await calendarList.delete({ calendarId })).status).toBe(204)
    await expect(calendarList.delete({ calendarId })).rejects.toMatchObject(thrown(404, 'notFound'))
    const dropping = calendarList.delete({ calendarId: 'primary' })
    await expect(dropping).rejects.toMatchObject(thrown(403, 'cannotChangeOwnPrimarySubscription'))
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('walks the list page by page, and later asks for what has changed', async () => {
    const user = await site.user()
    const client = await clientFor(user)
    const made: string[] = []
    for (const summary of ['one', 'two', 'three']) {
      made.push((await client.calendars.insert({ requestBody: { summary } })).data.id!)
    }
    const whole = await walk(client, { maxResults: 2 })
    expect(whole.items.map(({ id }) => id).sort()).toEqual([user.email, ...made].sort())
    expect(whole.items[0]).toMatchObject({ primary: true, accessRole: 'owner' })

    await client.calendarList.patch({ calendarId: made[0]!, requestBody: { hidden: true } })
    await client.calendars.delete({ calendarId: made[1]! })
    const changes = await walk(client, { maxResults: 1, syncToken: whole.syncToken })
    const told = new Map(changes.items.map((entry) => [entry.id, entry]))
    expect(told.size).toBe(2)
    expect(told.get(made[0]!)).toMatchObject({ hidden: true })
    expect(told.get(made[1]!)).toMatchObject({ deleted: true })
    expect((await walk(client, { syncToken: changes.syncToken })).items).toEqual([])
  })

  it('surfaces a sync token that is worth nothing', async () => {
    const [user, other] = [await site.user(), await site.user()]
    const { syncToken } = await walk(await clientFor(user), {})
    const { calendarList } = await clientFor(other)
    const asking = calendarList.list({ syncToken })
    await expect(asking).rejects.toMatchObject(thrown(410, 'fullSyncRequired'))
    const narrowed = calendarList.list({ syncToken, minAccessRole: 'owner' })
    await expect(narrowed).rejects.toMatchObject(thrown(400, 'invalid'))
  })
})

async function walk(
  client: calendar_v3.Calendar,
  params: calendar_v3.Params$Resource$Calendarlist$List,
): Promise<{ items: calendar_v3.Schema$CalendarListEntry[]; syncToken: string }> {
  const items: calendar_v3.Schema$CalendarListEntry[] = []
  let page: calendar_v3.Schema$CalendarList = {}
  do {
    const next = page.nextPageToken ? { pageToken: page.nextPageToken } : {}
    page = (await client.calendarList.list({ ...params, ...next })).data
    items.push(...(page.items ?? []))
  } while (page.nextPageToken)
  return { items, syncToken: page.nextSyncToken! }
}
