import { expect, it } from 'vitest'
import { discoveredClient, officialClient, thrown } from '../support/calendar-client.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('the official client', (site) => {
  it.each([
    ['as it is', officialClient],
    ['built from the discovery document', discoveredClient],
  ])('%s finds an hour in which two are free', async (_, clientOf) => {
    const [ann, bob] = [await site.user(), await site.user()]
    const [anns, bobs] = [await clientOf(ann), await clientOf(bob)]
    const scope = { type: 'user', value: ann.email }
    await bobs.acl.insert({
      calendarId: 'primary',
      requestBody: { role: 'freeBusyReader', scope },
    })
    const meeting = (start: string, end: string, more: object = {}) => ({
      calendarId: 'primary',
      requestBody: {
        start: { dateTime: `2026-04-09T${start}:00Z` },
        end: { dateTime: `2026-04-09T${end}:00Z` },
        ...more,
      },
    })
    await anns.events.insert(meeting('09:00', '10:00'))
    await anns.events.insert(meeting('10:00', '11:00'))
    await bobs.events.insert(meeting('13:00', '14:00', { visibility: 'private' }))
    await bobs.events.insert(meeting('11:00', '12:00', { transparency: 'transparent' }))

    const { data } = await anns.freebusy.query({
      requestBody: {
        timeMin: '2026-04-09T08:00:00Z',
        timeMax: '2026-04-09T17:00:00Z',
        items: ['primary', bob.email, 'nobody@x.example'].map((id) => ({ id })),
      },
    })
    expect(data).toEqual({
      kind: 'calendar#freeBusy',
      timeMin: '2026-04-09T08:00:00.000Z',
      timeMax: '2026-04-09T17:00:00.000Z',
      calendars: {
        primary: { busy: [{ start: '2026-04-09T09:00:00Z', end: '2026-04-09T11:00:00Z' }] },
        [bob.email]: { busy: [{ start: '2026-04-09T13:00:00Z', end: '2026-04-09T14:00:00Z' }] },
        'nobody@x.example': { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] },
      },
    })
    await anns.events.insert(meeting('11:00', '12:00'))
    await expect(anns.freebusy.query({ requestBody: {} })).rejects.toMatchObject(
      thrown(400, 'required'),
    )
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('walks through a year in pieces that join to the whole', async () => {
    const user = await site.user()
    const client = officialClient(user)
    await client.events.insert({
      calendarId: 'primary',
      requestBody: {
        start: { dateTime: '2026-01-01T22:00:00', timeZone: 'Europe/Berlin' },
        end: { dateTime: '2026-01-02T04:00:00', timeZone: 'Europe/Berlin' },
        recurrence: ['RRULE:FREQ=DAILY;INTERVAL=3'],
      },
    })
    const busyBetween = async (timeMin: Temporal.Instant, timeMax: Temporal.Instant) => {
      const window = { timeMin: `${timeMin}`, timeMax: `${timeMax}` }
      const { data } = await client.freebusy.query({
        requestBody: { ...window, items: [{ id: 'primary' }] },
      })
      return data.calendars!.primary!.busy!.map(({ start, end }) => [start!, end!] as const)
    }
    const begin = Temporal.Instant.from('2026-01-01T00:00:00Z')
    const whole = await busyBetween(begin, begin.add({ hours: 360 * 24 }))
    const pieces: (readonly [string, string])[] = []
    for (let day = 0; day < 360; day += 30) {
      const from = begin.add({ hours: day * 24 })
      pieces.push(...(await busyBetween(from, from.add({ hours: 30 * 24 }))))
    }
    const joined = pieces.flatMap(([start, end], index) => {
      if (pieces[index - 1]?.[1] === start) return []
      return [[start, pieces[index + 1]?.[0] === end ? pieces[index + 1]![1] : end]]
    })
    expect(joined).toEqual(whole)
    expect(whole).toHaveLength(120)
  })
})
