import { expect, it } from 'vitest'
import { type CalendarEvents, hour, sharedWith } from '../support/event-bodies.ts'
import { answer, invite, people } from '../support/guests.ts'
import { done } from '../support/listed-events.ts'
import { expectRefusal } from '../support/refusal.ts'
import { mondayStarts, mondays, timed } from '../support/series-bodies.ts'
import { onEveryEngine } from '../support/sites.ts'

const at = (id: string, index: number) => `${id}_${mondayStarts[index]}`
const accepted = { responseStatus: 'accepted' }

async function hide({ user }: CalendarEvents, value = 'true'): Promise<void> {
  done(await user.changeSetting('hideInvitations', value))
}

/** Ids with the state of what a list has, in the order of ids. */
async function told(events: CalendarEvents, query = ''): Promise<string[]> {
  const { items } = await events.list(query)
  return items.map(({ id, status }) => `${id} ${status}`).sort()
}

const since = (syncToken: string) => `?syncToken=${encodeURIComponent(syncToken)}`

async function busyStarts({ user, calendarId }: CalendarEvents): Promise<string[]> {
  const window = { timeMin: '2026-05-01T00:00:00Z', timeMax: '2026-07-01T00:00:00Z' }
  const reply = await user.post('/freeBusy', { ...window, items: [{ id: calendarId }] })
  const calendars = done(reply).calendars as Record<string, { busy: { start: string }[] }>
  return calendars[calendarId]!.busy.map(({ start }) => start)
}

const lists = [
  '',
  '?singleEvents=true&orderBy=startTime',
  '?timeMin=2026-01-01T00:00:00Z&timeMax=2027-01-01T00:00:00Z',
  '?orderBy=updated',
  '?q=lunch',
  '?showDeleted=true',
]

onEveryEngine('hidden invitations', (site) => {
  it('are in no list and block no time until they are answered, and can be read by id', async () => {
    const [ann, bob] = await people(site, 2)
    await hide(bob!)
    const { id, iCalUID } = await ann!.make(invite(bob!))
    const queries = [...lists, `?iCalUID=${encodeURIComponent(String(iCalUID))}`]
    for (const query of queries) {
      expect(await told(bob!, query)).toEqual([])
      const shown = `${query === '' ? '?' : `${query}&`}showHiddenInvitations=true`
      expect(await told(bob!, shown)).toEqual([`${id} confirmed`])
      expect(await told(ann!, query)).toEqual([`${id} confirmed`])
    }
    expect(await busyStarts(bob!)).toEqual([])
    expect(await busyStarts(ann!)).toEqual([hour.start.dateTime])
    expect(await bob!.read(id)).toMatchObject({ id, status: 'confirmed' })
    await answer(bob!, id, { responseStatus: 'tentative' })
    for (const query of queries) expect(await told(bob!, query)).toEqual([`${id} confirmed`])
    expect(await busyStarts(bob!)).toEqual([hour.start.dateTime])
  })

  it('come with a list that keeps up once they are answered', async () => {
    const [ann, bob] = await people(site, 2)
    await hide(bob!)
    const [token, expanded] = [
      await bob!.syncToken(),
      (await bob!.list('?singleEvents=true')).nextSyncToken!,
    ]
    const { id } = await ann!.make(invite(bob!))
    await ann!.patch(id, { summary: 'Dinner' })
    await bob!.patch(id, { colorId: '3' })
    expect(await told(bob!, since(token))).toEqual([])
    expect(await told(bob!, `${since(expanded)}&singleEvents=true`)).toEqual([])
    await answer(bob!, id, accepted)
    expect(await told(bob!, since(token))).toEqual([`${id} confirmed`])
    expect(await told(bob!, `${since(expanded)}&singleEvents=true`)).toEqual([`${id} confirmed`])
  })

  it('leave a list that keeps up when an answer is requested again', async () => {
    const [ann, bob] = await people(site, 2)
    await hide(bob!)
    const { id } = await ann!.make(invite(bob!))
    await answer(bob!, id, accepted)
    const token = await bob!.syncToken()
    await ann!.patch(id, invite(bob!))
    expect(await told(bob!)).toEqual([])
    expect(await told(bob!, since(token))).toEqual([`${id} cancelled`])
    await ann!.patch(id, { summary: 'Dinner' })
    expect(await told(bob!, since(token))).toEqual([`${id} cancelled`])
    await answer(bob!, id, accepted)
    expect(await told(bob!, since(token))).toEqual([`${id} confirmed`])
  })

  it('hide a whole series except for what of it is answered', async () => {
    const [ann, bob] = await people(site, 2)
    await hide(bob!)
    const { id } = await ann!.make({ ...mondays, ...invite(bob!) })
    await ann!.patch(at(id, 1), { summary: 'Special' })
    const expanded = '?singleEvents=true'
    const token = (await bob!.list(expanded)).nextSyncToken!
    for (const query of ['', expanded]) expect(await told(bob!, query)).toEqual([])
    expect(await busyStarts(bob!)).toEqual([])
    await answer(bob!, at(id, 2), accepted)
    for (const query of ['', expanded, `${since(token)}&singleEvents=true`]) {
      expect(await told(bob!, query)).toEqual([`${at(id, 2)} confirmed`])
    }
    expect(await busyStarts(bob!)).toEqual(['2026-06-15T07:00:00Z'])
    await answer(bob!, id, accepted)
    const instances = mondayStarts.map((originalStart) => `${id}_${originalStart} confirmed`)
    expect(await told(bob!, expanded)).toEqual(instances)
    expect(await told(bob!, `${since(token)}&singleEvents=true`)).toEqual(instances)
    expect(await told(bob!)).toEqual([
      `${id} confirmed`,
      `${at(id, 1)} confirmed`,
      `${at(id, 2)} confirmed`,
    ])
    expect(await busyStarts(bob!)).toHaveLength(4)
  })

  it('leave whole pages to what is shown', async () => {
    const [ann, bob] = await people(site, 2)
    await hide(bob!)
    const own: string[] = []
    for (let index = 0; index < 3; index++) {
      await ann!.make(invite(bob!))
      own.push((await bob!.make()).id)
    }
    for (const query of ['?maxResults=2', '?maxResults=2&singleEvents=true']) {
      const first = await bob!.list(query)
      const rest = await bob!.list(`${query}&pageToken=${first.nextPageToken}`)
      expect(first.items).toHaveLength(2)
      expect(rest.nextPageToken).toBeUndefined()
      expect([...first.items, ...rest.items].map(({ id }) => id).sort()).toEqual(own.sort())
    }
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('are unchanged for attendees who hide none', async () => {
    const [ann, bob] = await people(site, 2)
    const { id } = await ann!.make(invite(bob!))
    for (const query of lists) expect(await told(bob!, query)).toEqual([`${id} confirmed`])
    expect(await busyStarts(bob!)).toEqual([hour.start.dateTime])
  })

  it('are those of others: what one organizes is shown, whatever one answers to it', async () => {
    const [ann, bob] = await people(site, 2)
    await hide(ann!)
    const { id } = await ann!.make(invite(ann!, bob!))
    expect(await told(ann!)).toEqual([`${id} confirmed`])
    expect(await busyStarts(ann!)).toEqual([hour.start.dateTime])
  })

  it('are hidden from all readers of the calendar, and only its owner can hide them', async () => {
    const [ann, bob] = await people(site, 2)
    const { id } = await ann!.make(invite(bob!))
    const reader = await sharedWith(site, bob!, 'reader')
    await hide(reader)
    expect(await told(reader)).toEqual([`${id} confirmed`])
    await hide(bob!)
    await hide(reader, 'false')
    expect(await told(reader)).toEqual([])
    expect(await told(reader, '?showHiddenInvitations=true')).toEqual([`${id} confirmed`])
  })

  it('expire sync tokens when the setting changes, unless everything is shown', async () => {
    const [ann, bob] = await people(site, 2)
    const { id } = await ann!.make(invite(bob!))
    const fullSyncRequired = { status: 410, reason: 'fullSyncRequired' }
    const open = await bob!.syncToken()
    const all = (await bob!.list('?showHiddenInvitations=true')).nextSyncToken!
    await hide(bob!)
    expectRefusal(await bob!.user.get(`${bob!.path}${since(open)}`), fullSyncRequired)
    expect(await told(bob!, `${since(all)}&showHiddenInvitations=true`)).toEqual([])
    const hidden = await bob!.syncToken()
    expect(await told(bob!, since(hidden))).toEqual([])
    await hide(bob!, 'false')
    expectRefusal(await bob!.user.get(`${bob!.path}${since(hidden)}`), fullSyncRequired)
    expect(await told(bob!)).toEqual([`${id} confirmed`])
    expect(await busyStarts(bob!)).toEqual([hour.start.dateTime])
  })

  it('leave a gap in a series that is answered', async () => {
    const [ann, bob] = await people(site, 2)
    await hide(bob!)
    const { id } = await ann!.make({ ...mondays, ...invite(bob!) })
    await answer(bob!, id, accepted)
    const [token, expanded] = [
      await bob!.syncToken(),
      (await bob!.list('?singleEvents=true')).nextSyncToken!,
    ]
    await ann!.patch(at(id, 1), { ...timed('2026-06-09T09:00:00'), ...invite(bob!) })
    expect(await told(bob!)).toEqual([`${id} confirmed`, `${at(id, 1)} cancelled`])
    expect(await told(bob!, '?singleEvents=true')).toHaveLength(3)
    expect(await told(bob!, since(token))).toEqual([`${at(id, 1)} cancelled`])
    expect(await told(bob!, `${since(expanded)}&singleEvents=true`)).toEqual([
      `${at(id, 1)} cancelled`,
    ])
    expect(await busyStarts(bob!)).toHaveLength(3)
  })

  it('are invitations to users, not to other calendars of theirs', async () => {
    const [ann, bob] = await people(site, 2)
    await hide(bob!)
    const { calendar } = await bob!.user.newCalendar()
    const { id } = await ann!.make({ attendees: [{ email: calendar.id }] })
    const { json } = await bob!.user.get(`/calendars/${calendar.id}/events`)
    expect(json.items).toMatchObject([{ id }])
  })
})
