import { expect, it } from 'vitest'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

const full = {
  summary: 'Ops',
  description: 'Who is on call',
  location: 'Bern',
  timeZone: 'Europe/Zurich',
}

onEveryEngine('patching calendars', (site) => {
  it('changes what it names and leaves the rest', async () => {
    const user = await site.user()
    const { calendar, path } = await user.newCalendar(full)
    const reply = await user.patch(path, { location: 'Basel' })
    expect(reply.status).toBe(200)
    expect(reply.json).toEqual({ ...calendar, location: 'Basel', etag: reply.headers.etag })
    expect(reply.json.etag).not.toBe(calendar.etag)
    expect((await user.get(path)).json).toEqual(reply.json)
  })

  it('merges objects and replaces arrays', async () => {
    const user = await site.user()
    const { path } = await user.newCalendar({
      conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet', 'eventHangout'] },
    })
    const empty = await user.patch(path, { conferenceProperties: {} })
    expect(empty.json.conferenceProperties).toEqual({
      allowedConferenceSolutionTypes: ['hangoutsMeet', 'eventHangout'],
    })
    const conferenceProperties = { allowedConferenceSolutionTypes: ['eventNamedHangout'] }
    const replaced = await user.patch(path, { conferenceProperties })
    expect(replaced.json.conferenceProperties).toEqual(conferenceProperties)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each([
    ['null', { description: null, location: null }],
    ['an empty text', { description: '', location: '' }],
  ])('clears a text with %s', async (_, patch) => {
    const user = await site.user()
    const { path } = await user.newCalendar(full)
    const reply = await user.patch(path, patch)
    expect(reply.json).toMatchObject({ summary: 'Ops', timeZone: 'Europe/Zurich' })
    expect(reply.json).not.toHaveProperty('description')
    expect(reply.json).not.toHaveProperty('location')
  })

  it('resets a zone that is cleared to its default', async () => {
    const user = await site.user()
    await user.changeSetting('timezone', 'Asia/Tokyo')
    const { path } = await user.newCalendar(full)
    expect((await user.patch(path, { timeZone: null })).json.timeZone).toBe('Asia/Tokyo')
  })

  it.each([
    ['nothing', {}],
    ['no body', undefined],
    ['what is there already', { summary: 'Ops', location: 'Bern' }],
    ['only unknown properties', { colour: 'red', nested: { deep: [1] } }],
    ['only read-only properties', { id: 'x', etag: '"x"', kind: 'x', dataOwner: 'x' }],
  ])('keeps the etag when it says %s', async (_, patch) => {
    const user = await site.user()
    const { calendar, path } = await user.newCalendar(full)
    const reply = await user.patch(path, patch)
    expect(reply.json).toEqual(calendar)
    expect(reply.headers.etag).toBe(calendar.etag)
  })

  it.each([
    ['a cleared title', { summary: null }, 'required'],
    ['an empty title', { summary: '' }, 'required'],
    ['an unknown zone', { timeZone: 'Mars/Olympus' }, 'invalid'],
    ['a text that is a list', { description: ['a'] }, 'invalid'],
    ['an object that is a text', { conferenceProperties: 'none' }, 'invalid'],
    [
      'an unknown conference',
      { conferenceProperties: { allowedConferenceSolutionTypes: ['smoke'] } },
      'invalid',
    ],
    [
      'null in an array',
      { conferenceProperties: { allowedConferenceSolutionTypes: [null] } },
      'invalid',
    ],
  ])('refuses %s and changes nothing', async (_, patch, reason) => {
    const user = await site.user()
    const { calendar, path } = await user.newCalendar(full)
    const reply = await user.patch(path, { location: 'Basel', ...patch })
    expectRefusal(reply, { status: 400, reason })
    expect((await user.get(path)).json).toEqual(calendar)
  })
})
