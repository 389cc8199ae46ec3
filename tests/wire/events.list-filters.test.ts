import { expect, it } from 'vitest'
import {
  at,
  daily,
  type EventCalendar,
  eventCalendar,
  moment,
  primaryCalendar,
} from '../support/listed-events.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine, type Site } from '../support/sites.ts'

const invalidTypes = { status: 400, reason: 'invalidParameter', location: 'eventTypes' }

onEveryEngine('events listed by their type', (site) => {
  // Scenario 62.
  it('are those of any of the types that are named', async () => {
    const calendar = await calendarOfTypes(site)
    const titles = async (...eventTypes: string[]) => (await calendar.titles({ eventTypes })).sort()
    expect(await titles('focusTime', 'outOfOffice')).toEqual(['focusTime', 'outOfOffice'])
    expect(await titles('default')).toEqual(['default'])
    expect(await titles('workingLocation', 'birthday')).toEqual(['birthday', 'workingLocation'])
    expect(await titles()).toHaveLength(5)
  })

  it('can be asked for in every order and with singleEvents', async () => {
    const calendar = await calendarOfTypes(site)
    for (const query of [
      { singleEvents: true, timeMax: '2027-01-01T00:00:00Z' },
      { orderBy: 'updated' },
      { timeMin: '2026-01-01T00:00:00Z' },
    ]) {
      expect(await calendar.titles({ ...query, eventTypes: ['focusTime'] })).toEqual(['focusTime'])
    }
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('are those that a gateway has found in mail, by either name', async () => {
    const { owner, ...calendar } = await primaryCalendar(site)
    const path = `${site.paths.almanac}/calendars/${calendar.id}/mailEvents`
    const reply = await site.call(path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${owner.token}` },
      body: { summary: 'Flight', ...at('10:00', '11:00') },
    })
    expect(reply.status, reply.text).toBe(200)
    for (const eventTypes of ['fromGmail', 'fromMail']) {
      const { json } = await owner.get(`/calendars/primary/events?eventTypes=${eventTypes}`)
      expect(json.items).toMatchObject([{ summary: 'Flight' }])
    }
    const { json } = await owner.get('/calendars/primary/events?eventTypes=default')
    expect(json.items).toEqual([])
  })

  it.each(['meeting', 'Default', 'DEFAULT'])('cannot be of a type %s', async (eventTypes) => {
    const calendar = await eventCalendar(site)
    expectRefusal(await calendar.ask({ eventTypes }), invalidTypes)
    expectRefusal(await calendar.ask({ eventTypes: ['default', eventTypes] }), invalidTypes)
  })
})

onEveryEngine('events listed by their iCalendar identifier', (site) => {
  // Scenario 61.
  it('are a series with its exceptions, or all its instances', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ summary: 'Other' })
    const { id, iCalUID } = await calendar.add({ summary: 'Series', ...daily() })
    await calendar.patch(`${id}_20260505T100000Z`, { summary: 'Exception' })
    await calendar.remove(`${id}_20260506T100000Z`)
    const query = { iCalUID: String(iCalUID) }
    expect(await calendar.items(query)).toMatchObject([
      { id, summary: 'Series' },
      { id: `${id}_20260505T100000Z`, summary: 'Exception' },
      { id: `${id}_20260506T100000Z`, status: 'cancelled' },
    ])
    const single = { ...query, singleEvents: true }
    expect(await calendar.titles(single)).toEqual(['Series', 'Exception'])
    expect(await calendar.items({ ...single, showDeleted: true })).toHaveLength(3)
    expect(await calendar.list(query)).not.toHaveProperty('nextSyncToken')
  })

  it('are found by foreign identifiers, character by character', async () => {
    const calendar = await eventCalendar(site)
    for (const iCalUID of ['One@example.org', 'one@example.org', "o'ne%_@example.org"]) {
      await calendar.add({ summary: iCalUID, iCalUID })
    }
    for (const iCalUID of ['One@example.org', "o'ne%_@example.org"]) {
      expect(await calendar.titles({ iCalUID })).toEqual([iCalUID])
      expect(await calendar.titles({ iCalUID, singleEvents: true })).toEqual([iCalUID])
    }
    for (const iCalUID of ['on', 'ONE@example.org', '%', '_']) {
      expect(await calendar.titles({ iCalUID })).toEqual([])
    }
  })

  it('have to pass all other filters as well, in every order', async () => {
    const calendar = await eventCalendar(site)
    const { iCalUID } = await calendar.add({
      summary: 'Lunch',
      extendedProperties: { private: { k: 'v' } },
    })
    const uid = { iCalUID: String(iCalUID) }
    for (const order of [{}, { orderBy: 'updated' }, { singleEvents: true }]) {
      const titles = (query: object) => calendar.titles({ ...uid, ...order, ...query })
      expect(await titles({})).toEqual(['Lunch'])
      expect(await titles({ q: 'lunch', privateExtendedProperty: 'k=v' })).toEqual(['Lunch'])
      for (const other of [
        { q: 'dinner' },
        { privateExtendedProperty: 'k=w' },
        { eventTypes: 'focusTime' },
        { timeMin: moment('11:00') },
        { timeMax: moment('10:00') },
        { updatedMin: new Date(Date.now() + 86_400_000).toISOString() },
      ]) {
        expect({ other, titles: await titles(other) }).toEqual({ other, titles: [] })
      }
    }
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('are not found by what only looks like the identifier that follows from an id', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ id: 'abcde', summary: 'a', iCalUID: 'mine@example.org' })
    await calendar.add({ id: 'abcdef', summary: 'b' })
    expect(await calendar.titles({ iCalUID: 'abcde@google.com' })).toEqual([])
    expect(await calendar.titles({ iCalUID: 'abcdef@google.com' })).toEqual(['b'])
  })
})

/** Whose events have their types as their titles. */
async function calendarOfTypes(site: Site): Promise<EventCalendar> {
  const calendar = await primaryCalendar(site)
  await calendar.add({ summary: 'default' })
  await calendar.add({
    summary: 'focusTime',
    eventType: 'focusTime',
    focusTimeProperties: { autoDeclineMode: 'declineNone' },
  })
  await calendar.add({
    summary: 'outOfOffice',
    eventType: 'outOfOffice',
    outOfOfficeProperties: { autoDeclineMode: 'declineNone' },
  })
  await calendar.add({
    summary: 'workingLocation',
    eventType: 'workingLocation',
    visibility: 'public',
    transparency: 'transparent',
    workingLocationProperties: { type: 'homeOffice', homeOffice: {} },
  })
  await calendar.add({
    summary: 'birthday',
    eventType: 'birthday',
    start: { date: '2026-05-04' },
    end: { date: '2026-05-05' },
    visibility: 'private',
    transparency: 'transparent',
    recurrence: ['RRULE:FREQ=YEARLY'],
  })
  return calendar
}
