import { expect, it } from 'vitest'
import {
  entryPath,
  idsOf,
  listed,
  listedCalendar,
  sharedCalendar,
  since,
  syncTokenOf,
} from '../support/listed-calendars.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

const choices = {
  summaryOverride: 'Theirs',
  colorId: '7',
  hidden: true,
  selected: true,
  defaultReminders: [{ method: 'email', minutes: 30 }],
  notificationSettings: { notifications: [{ type: 'agenda', method: 'email' }] },
}

// The colour is left out, since it may be the one that the calendar has anyway.
const { colorId: _, ...uncoloured } = choices

/** What each choice is shown as once it is back at its default. */
const cleared: readonly [string, object][] = [
  ['summaryOverride', { summaryOverride: undefined }],
  ['hidden', { hidden: undefined }],
  ['selected', { selected: undefined }],
  ['defaultReminders', { defaultReminders: [] }],
  ['notificationSettings', { notificationSettings: undefined }],
]

onEveryEngine('changing an entry', (site) => {
  it.each(Object.entries(uncoloured))(
    'with a patch sets %s and keeps the rest',
    async (name, value) => {
      const { guest, path, entry } = await listedCalendar(site)
      const { status, json, headers } = await guest.patch(path, { [name]: value })
      expect(status).toBe(200)
      expect(json).toEqual({ ...entry, [name]: value, etag: headers.etag })
      expect(json.etag).not.toBe(entry.etag)
      expect((await guest.get(path)).json).toEqual(json)
    },
  )

  it('with a put resets what is omitted to the defaults', async () => {
    const { guest, path, entry: fresh } = await listedCalendar(site)
    const { json: chosen } = await guest.patch(path, choices)
    const { status, json } = await guest.put(path, { selected: true })
    expect(status).toBe(200)
    expect(json).toEqual({ ...fresh, selected: true, etag: json.etag })
    expect(json.etag).not.toBe(chosen.etag)
    expect((await guest.put(path, {})).json).toMatchObject({ colorId: fresh.colorId })
    expect((await guest.get(path)).json).not.toHaveProperty('selected')
  })

  it('hides it from lists, not from those who ask for it', async () => {
    const { guest, path, calendarId } = await listedCalendar(site)
    const { json: entry } = await guest.patch(path, { hidden: true })
    expect(entry.hidden).toBe(true)
    expect((await guest.get(path)).json).toEqual(entry)
    expect(idsOf(await listed(guest))).toEqual([guest.email])
    expect(await listed(guest, 'showHidden=true')).toContainEqual(entry)
    await guest.patch(path, { hidden: false })
    expect(idsOf(await listed(guest))).toEqual([guest.email, calendarId])
  })

  it('is the business of its user alone', async () => {
    const { owner, guest, path, entry } = await listedCalendar(site)
    expectRefusal(await (await site.user()).patch(path, { selected: true }), notFound)
    expect((await owner.patch(path, choices)).json).toMatchObject(choices)
    expect((await guest.get(path)).json).toEqual(entry)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each(cleared)('with a patch clears %s by null and keeps the rest', async (name, shown) => {
    const { guest, path, entry } = await listedCalendar(site, { choices })
    const { json } = await guest.patch(path, { [name]: null })
    expect(json).toEqual(without({ ...entry, ...shown, etag: json.etag }))
    expect(json.etag).not.toBe(entry.etag)
  })

  it.each([
    ['an empty title', { summaryOverride: '' }, { summaryOverride: undefined }],
    ['no reminders', { defaultReminders: [] }, { defaultReminders: [] }],
    [
      'no notifications',
      { notificationSettings: { notifications: [] } },
      { notificationSettings: undefined },
    ],
    ['hidden false', { hidden: false }, { hidden: undefined }],
    ['selected false', { selected: false }, { selected: undefined }],
  ])('with a patch takes %s as none', async (_, body, shown) => {
    const { guest, path, entry } = await listedCalendar(site, { choices })
    const { json } = await guest.patch(path, body)
    expect(json).toEqual(without({ ...entry, ...shown, etag: json.etag }))
  })

  it('with a patch replaces lists as a whole', async () => {
    const { guest, path } = await listedCalendar(site, { choices })
    const body = {
      defaultReminders: [{ method: 'popup', minutes: 0 }],
      notificationSettings: { notifications: [{ type: 'eventChange', method: 'email' }] },
    }
    expect((await guest.patch(path, body)).json).toMatchObject(body)
  })

  it('with a put of the primary calendar leaves it without reminders', async () => {
    const user = await site.user()
    const { json } = await user.put(entryPath('primary'), {})
    expect(json).toMatchObject({ defaultReminders: [], colorId: '14', primary: true })
    expect(json).not.toHaveProperty('notificationSettings')
    expect(json).not.toHaveProperty('selected')
  })

  it('with a put of what was read changes nothing', async () => {
    const { guest, path, entry } = await listedCalendar(site, { choices })
    expect((await guest.put(path, entry)).json).toEqual(entry)
    const user = await site.user()
    const { json: primary } = await user.get(entryPath('primary'))
    expect((await user.put(entryPath('primary'), primary)).json).toEqual(primary)
    const rgb = `${entryPath('primary')}?colorRgbFormat=true`
    expect((await user.put(rgb, primary)).json).toEqual(primary)
  })

  it.each(['patch', 'put'] as const)('with a %s ignores what is read-only', async (method) => {
    const { guest, path, entry, calendarId } = await listedCalendar(site, { role: 'reader' })
    const { json } = await guest[method](path, {
      kind: 'calendar#other',
      etag: '"1"',
      id: 'other@example.com',
      summary: 'Mine',
      description: 'Mine',
      location: 'Mine',
      timeZone: 'Nowhere/Land',
      dataOwner: guest.email,
      accessRole: 'owner',
      primary: true,
      deleted: true,
      conferenceProperties: { allowedConferenceSolutionTypes: ['eventHangout'] },
      autoAcceptInvitations: true,
      unknown: { deep: [1] },
    })
    expect(json).toEqual(entry)
    expect((await guest.get(`/calendars/${calendarId}`)).json.summary).toBe('Work')
  })

  it.each([
    [{}],
    [{ colorId: '7' }],
    [{ summaryOverride: 'Theirs', selected: true }],
    [{ defaultReminders: choices.defaultReminders }],
    [{ notificationSettings: choices.notificationSettings }],
    [{ notificationSettings: {} }],
    [{ notificationSettings: { notifications: null } }],
    [choices],
  ])('with a patch that changes nothing leaves no trace: %o', async (body) => {
    const { guest, path, entry } = await listedCalendar(site, {
      choices: JSON.stringify(body).includes('null')
        ? { ...choices, notificationSettings: undefined }
        : choices,
    })
    const token = await syncTokenOf(guest)
    expect((await guest.patch(path, body)).json).toEqual(entry)
    expect((await guest.get(path)).headers.etag).toBe(entry.etag)
    expect((await since(guest, token)).json.items).toEqual([])
  })

  it('to the color that is shown anyway leaves no trace', async () => {
    const { guest, path, entry } = await listedCalendar(site)
    const token = await syncTokenOf(guest)
    const { colorId, backgroundColor } = entry
    expect((await guest.patch(path, { colorId })).json).toEqual(entry)
    const rgb = await guest.patch(`${path}?colorRgbFormat=true`, { backgroundColor })
    expect(rgb.json).toEqual(entry)
    expect((await since(guest, token)).json.items).toEqual([])
  })

  it.each([
    [{ hidden: 'yes' }],
    [{ selected: [] }],
    [{ summaryOverride: {} }],
    [{ colorId: '25' }],
    [{ defaultReminders: {} }],
    [{ defaultReminders: [7] }],
    [{ notificationSettings: [] }],
    [{ notificationSettings: { notifications: 'all' } }],
  ])('refuses %o, and changes nothing', async (body) => {
    const { guest, path, entry } = await listedCalendar(site, { choices })
    const token = await syncTokenOf(guest)
    const whole = { summaryOverride: 'Changed', ...body }
    expectRefusal(await guest.patch(path, whole), { status: 400, reason: 'invalid' })
    expectRefusal(await guest.put(path, whole), { status: 400, reason: 'invalid' })
    expect((await guest.get(path)).json).toEqual(entry)
    expect((await since(guest, token)).json.items).toEqual([])
  })

  it('hides an own secondary calendar, but not the primary one', async () => {
    const user = await site.user()
    const { calendar } = await user.newCalendar()
    expect((await user.patch(entryPath(calendar.id!), { hidden: true })).json.hidden).toBe(true)
    const { json: before } = await user.get(entryPath('primary'))
    const refusal = {
      status: 403,
      reason: 'cannotChangeOwnPrimarySubscription',
      domain: 'calendar',
    }
    const body = { hidden: true, colorId: '3' }
    expectRefusal(await user.patch(entryPath('primary'), body), refusal)
    expectRefusal(await user.put(entryPath(user.email), body), refusal)
    expect((await user.get(entryPath('primary'))).json).toEqual(before)
  })

  it('finds no entry of a calendar that is not on the list', async () => {
    const { guest, calendarId } = await sharedCalendar(site, { role: 'owner' })
    const path = entryPath(calendarId)
    for (const target of [path, entryPath('nobody@example.com')]) {
      expectRefusal(await guest.get(target), notFound)
      expectRefusal(await guest.patch(target, { selected: true }), notFound)
      expectRefusal(await guest.put(target, { selected: true }), notFound)
      expectRefusal(await guest.delete(target), notFound)
    }
    expect(idsOf(await listed(guest, 'showHidden=true&showDeleted=true'))).toEqual([guest.email])
  })
})

const without = (entry: object) => JSON.parse(JSON.stringify(entry)) as object
