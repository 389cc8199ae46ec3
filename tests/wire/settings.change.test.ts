import { expect, it } from 'vitest'
import {
  conditionNotMet,
  expectRefusal,
  insufficientPermissions,
  notFound,
} from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('changing settings', (site) => {
  it('keeps the etag when nothing changes', async () => {
    const user = await site.user()
    const { json: first } = await user.changeSetting('locale', 'de')
    expect((await user.changeSetting('locale', 'de')).json).toEqual(first)
    const untouched = await user.get('/users/me/settings/weekStart')
    expect((await user.changeSetting('weekStart', '0')).json).toEqual(untouched.json)
  })

  it('changes the settings of the caller only', async () => {
    const [one, other] = [await site.user(), await site.user()]
    await one.changeSetting('locale', 'de')
    expect((await other.get('/users/me/settings/locale')).json.value).toBe('en')
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each([
    ['autoAddHangouts', 'true'],
    ['dateFieldOrder', 'YMD'],
    ['defaultEventLength', '25'],
    ['format24HourTime', 'true'],
    ['hideInvitations', 'true'],
    ['hideWeekends', 'true'],
    ['locale', 'pt_BR'],
    ['remindOnRespondedEventsOnly', 'true'],
    ['showDeclinedEvents', 'false'],
    ['timezone', 'America/Argentina/Buenos_Aires'],
    ['useKeyboardShortcuts', 'false'],
    ['weekStart', '6'],
  ])('sets %s to %s', async (setting, value) => {
    const user = await site.user()
    const before = await user.get(`/users/me/settings/${setting}`)
    const reply = await user.changeSetting(setting, value)
    expect(reply.status).toBe(200)
    expect(reply.json).toMatchObject({ kind: 'calendar#setting', id: setting, value })
    expect(reply.json.etag).not.toBe(before.json.etag)
    expect((await user.get(`/users/me/settings/${setting}`)).json).toEqual(reply.json)
  })

  it.each([
    ['autoAddHangouts', 'yes'],
    ['autoAddHangouts', 'TRUE'],
    ['dateFieldOrder', 'DYM'],
    ['defaultEventLength', '0'],
    ['defaultEventLength', '-5'],
    ['defaultEventLength', '1.5'],
    ['defaultEventLength', 'an hour'],
    ['format24HourTime', '1'],
    ['hideInvitations', 'no'],
    ['hideWeekends', 'sometimes'],
    ['locale', 'xx'],
    ['locale', 'EN'],
    ['remindOnRespondedEventsOnly', ''],
    ['showDeclinedEvents', '0'],
    ['timezone', 'Mars/Olympus'],
    ['timezone', '+02:00'],
    ['useKeyboardShortcuts', 'x'.repeat(1025)],
    ['weekStart', '2'],
    ['weekStart', 'Monday'],
    ['locale', ['en']],
    ['locale', { value: 'en' }],
  ])('refuses %s = %j and changes nothing', async (setting, value) => {
    const user = await site.user()
    const before = await user.get('/users/me/settings?fields=etag,items')
    expectRefusal(await user.changeSetting(setting, value), { status: 400, reason: 'invalid' })
    expect((await user.get('/users/me/settings?fields=etag,items')).json).toEqual(before.json)
  })

  it('refuses a body without a value', async () => {
    const user = await site.user()
    for (const value of [undefined, null]) {
      expectRefusal(await user.changeSetting('locale', value), { status: 400, reason: 'required' })
    }
  })

  it('accepts numbers and booleans for the texts that they print as', async () => {
    const user = await site.user()
    expect((await user.changeSetting('weekStart', 1)).json.value).toBe('1')
    expect((await user.changeSetting('hideWeekends', true)).json.value).toBe('true')
  })

  it('heeds If-Match', async () => {
    const user = await site.user()
    const { etag } = (await user.get('/users/me/settings/locale')).json
    const changed = await user.changeSetting('locale', 'de', { 'If-Match': etag! })
    expect(changed.status).toBe(200)
    const late = await user.changeSetting('locale', 'fr', { 'If-Match': etag! })
    expectRefusal(late, conditionNotMet)
    expect((await user.get('/users/me/settings/locale')).json).toEqual(changed.json)
  })

  it('does not invent settings', async () => {
    const user = await site.user()
    expectRefusal(await user.changeSetting('nosuch', 'x'), notFound)
  })

  it('needs more than a scope that reads', async () => {
    const user = await site.user({ scopes: ['calendar.readonly', 'calendar.settings.readonly'] })
    expectRefusal(await user.changeSetting('locale', 'de'), insufficientPermissions)
    expect((await user.get('/users/me/settings/locale')).json.value).toBe('en')
  })
})
