import { expect, it } from 'vitest'
import { calendarWith, mondays, timed, type WireEvent } from '../support/series-bodies.ts'
import { onEveryEngine, type Site } from '../support/sites.ts'

onEveryEngine('exceptions of a series that changes', (site) => {
  it('keep what they have changed and follow in the rest', async () => {
    const { calendar, master, second } = await withSecond(site)
    await calendar.patch(second, { summary: 'Retro' })
    await calendar.patch(master.id, { summary: 'Daily', location: 'Hall', colorId: '5' })
    expect(await calendar.get(second)).toMatchObject({
      summary: 'Retro',
      location: 'Hall',
      colorId: '5',
    })
    await calendar.patch(master.id, { location: 'Yard', colorId: null })
    const after = await calendar.get(second)
    expect(after).toMatchObject({ summary: 'Retro', location: 'Yard' })
    expect(after).not.toHaveProperty('colorId')
  })

  it('take over a new length unless they have times of their own', async () => {
    const { calendar, master, second, third } = await withSecond(site)
    await calendar.patch(second, { summary: 'Retro' })
    await calendar.patch(third, timed('2026-06-16T12:00:00'))
    await calendar.patch(master.id, { end: timed('2026-06-01T11:00:00', { minutes: 0 }).end })
    expect((await calendar.instances(master.id)).map(minutesOf)).toEqual([120, 120, 60, 120])
    expect((await calendar.get(third)).start.dateTime).toBe('2026-06-16T12:00:00+02:00')
  })

  it('keep up with attendees of the series, unless they have a list of their own', async () => {
    const { calendar, master, second, third } = await withSecond(site)
    await calendar.patch(second, { summary: 'Retro' })
    await calendar.patch(third, { attendees: [{ email: 'guest@example.com' }] })
    await calendar.patch(master.id, { attendees: [{ email: 'boss@example.com' }] })
    expect((await calendar.get(second)).attendees).toMatchObject([{ email: 'boss@example.com' }])
    expect((await calendar.get(third)).attendees).toMatchObject([{ email: 'guest@example.com' }])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('stay without it if they have cleared it', async () => {
    const { calendar, master, second } = await withSecond(site, { description: 'Agenda' })
    await calendar.patch(second, { description: null })
    await calendar.patch(master.id, { description: 'New agenda' })
    expect(await calendar.get(second)).not.toHaveProperty('description')
  })

  it('follow again in what they have changed back', async () => {
    const { calendar, master, second } = await withSecond(site)
    await calendar.patch(second, { summary: 'Retro' })
    await calendar.patch(second, { summary: 'Stand-up' })
    await calendar.patch(master.id, { summary: 'Daily' })
    expect((await calendar.get(second)).summary).toBe('Daily')
  })

  it('follow from a time that was moved back to its place', async () => {
    const { calendar, master, second } = await withSecond(site)
    await calendar.patch(second, timed('2026-06-09T12:00:00'))
    await calendar.patch(second, timed('2026-06-08T09:00:00'))
    await calendar.patch(master.id, { end: timed('2026-06-01T11:00:00', { minutes: 0 }).end })
    expect(minutesOf(await calendar.get(second))).toBe(120)
  })

  it('follow in the status, unless it is their own', async () => {
    const { calendar, master, second, third } = await withSecond(site)
    await calendar.patch(second, { summary: 'Retro' })
    await calendar.patch(third, { status: 'tentative' })
    await calendar.delete(`${master.id}_20260622T070000Z`)
    await calendar.patch(master.id, { status: 'tentative' })
    await calendar.patch(master.id, { status: 'confirmed', location: 'Hall' })
    const all = await calendar.instances(master.id, { showDeleted: true })
    expect(all.map(({ status }) => status)).toEqual([
      'confirmed',
      'confirmed',
      'tentative',
      'cancelled',
    ])
    await calendar.patch(master.id, { status: 'tentative' })
    expect((await calendar.get(second)).status).toBe('tentative')
  })

  it('follow in the reminders, unless these are their own', async () => {
    const { calendar, master, second, third } = await withSecond(site)
    const own = { useDefault: false, overrides: [{ method: 'popup', minutes: 5 }] }
    const common = { useDefault: false, overrides: [{ method: 'email', minutes: 60 }] }
    const before = await calendar.patch(second, { summary: 'Retro' })
    await calendar.patch(third, { reminders: own })
    await calendar.patch(master.id, { reminders: common })
    const after = await calendar.get(second)
    expect(after).toMatchObject({ reminders: common, updated: before.updated })
    expect(after.etag).not.toBe(before.etag)
    expect((await calendar.get(third)).reminders).toEqual(own)
    await calendar.patch(master.id, { reminders: { useDefault: true, overrides: [] } })
    expect((await calendar.get(second)).reminders).toEqual({ useDefault: true })
    expect((await calendar.get(third)).reminders).toEqual(own)
  })

  it('stay cancelled', async () => {
    const { calendar, master, second } = await withSecond(site)
    await calendar.delete(second)
    await calendar.patch(master.id, { summary: 'Daily' })
    expect(await calendar.get(second)).toMatchObject({ status: 'cancelled', summary: 'Daily' })
    expect(await calendar.instances(master.id)).toHaveLength(3)
  })

  it('stay as they are if a change does not concern them', async () => {
    const { calendar, master, second } = await withSecond(site)
    const changed = await calendar.patch(second, { summary: 'Retro' })
    await calendar.patch(master.id, { summary: 'Daily' })
    expect(await calendar.get(second)).toEqual(changed)
  })

  it('survive a rule that still gives their places', async () => {
    const { calendar, master, second } = await withSecond(site)
    const changed = await calendar.patch(second, {
      summary: 'Retro',
      ...timed('2026-06-09T09:00:00'),
    })
    await calendar.patch(master.id, { recurrence: ['RRULE:FREQ=DAILY;UNTIL=20260610T220000Z'] })
    const instances = await calendar.instances(master.id)
    expect(instances).toHaveLength(10)
    expect(instances[7]).toMatchObject({ id: changed.id, summary: 'Retro', start: changed.start })
  })
})

const minutesOf = ({ start, end }: WireEvent) =>
  Temporal.Instant.from(start.dateTime!).until(end.dateTime!).total('minutes')

async function withSecond(site: Site, more: object = {}) {
  const { calendar, master } = await calendarWith(site, { ...mondays, ...more })
  return {
    calendar,
    master,
    second: `${master.id}_20260608T070000Z`,
    third: `${master.id}_20260615T070000Z`,
  }
}
