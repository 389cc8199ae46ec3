import { expect, it } from 'vitest'
import { entryPath, listedCalendar, listPath, sharedCalendar } from '../support/listed-calendars.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

const rgb = '?colorRgbFormat=true'
const invalid = { status: 400, reason: 'invalid', domain: 'global' }

onEveryEngine('the colour of an entry', (site) => {
  it('goes back to that of the calendar when its id is cleared', async () => {
    const { guest, path, entry } = await listedCalendar(site)
    for (const colorId of [null, '']) {
      await guest.patch(path, { colorId: entry.colorId === '5' ? '6' : '5' })
      const { json } = await guest.patch(path, { colorId })
      expect(json).toMatchObject({
        colorId: entry.colorId,
        backgroundColor: entry.backgroundColor,
      })
    }
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('is any of the palette, by its id', async () => {
    const user = await site.user()
    const { json: colors } = await user.get('/colors')
    const palette = colors.calendar as Record<string, { background: string }>
    for (const [colorId, { background }] of Object.entries(palette)) {
      const { json } = await user.patch(entryPath('primary'), { colorId })
      const shown = { colorId, backgroundColor: background, foregroundColor: '#000000' }
      expect(json).toMatchObject(shown)
      expect((await user.get(entryPath('primary'))).json).toEqual(json)
    }
  })

  it.each(['0', '25', '-1', 'x', '1.0', 'toString', 'x'.repeat(9)])(
    'is not of the unknown id %s',
    async (colorId) => {
      const { guest, path, entry, calendarId } = await listedCalendar(site)
      expectRefusal(await guest.patch(path, { colorId }), invalid)
      expectRefusal(await guest.put(path, { colorId }), invalid)
      expectRefusal(await guest.post(listPath, { id: calendarId, colorId }), invalid)
      expect((await guest.get(path)).json).toEqual(entry)
    },
  )

  it.each(['', '?colorRgbFormat=false', '?colorRgbFormat=0', '?colorRgbFormat='])(
    'ignores red, green and blue with the query "%s"',
    async (query) => {
      const { guest, path, entry } = await listedCalendar(site)
      const colors = { backgroundColor: '#123456', foregroundColor: 'not a colour' }
      expect((await guest.patch(path + query, colors)).json).toEqual(entry)
      const { json } = await guest.put(path + query, { ...colors, colorId: '4' })
      expect(json).toMatchObject({
        colorId: '4',
        backgroundColor: '#fa573c',
        foregroundColor: '#000000',
      })
    },
  )

  it.each([
    ['#9fe1e7', '14'],
    ['#AC725E', '1'],
    ['#a47ae2', '24'],
    ['#9fe1e6', '14'],
    ['#fe0000', '3'],
    ['#0000ff', '16'],
    ['#000000', '8'],
    ['#c0c0c0', '19'],
  ])('can be %s, to which %s is the nearest id', async (backgroundColor, colorId) => {
    const { guest, path, calendarId } = await listedCalendar(site)
    const colors = { backgroundColor, foregroundColor: '#FFEEDD' }
    const shown = {
      colorId,
      backgroundColor: backgroundColor.toLowerCase(),
      foregroundColor: '#ffeedd',
    }
    const patched = await guest.patch(path + rgb, colors)
    expect(patched.json).toMatchObject(shown)
    expect((await guest.get(path)).json).toEqual(patched.json)
    expect((await guest.put(path + rgb, colors)).json).toMatchObject(shown)
    await guest.delete(path)
    const inserted = await guest.post(listPath + rgb, { id: calendarId, ...colors })
    expect(inserted.json).toMatchObject(shown)
  })

  it('wins over an id that comes with it', async () => {
    const { guest, path } = await listedCalendar(site)
    const colors = { backgroundColor: '#9fe1e7', foregroundColor: '#000000' }
    const { json } = await guest.patch(path + rgb, { ...colors, colorId: '3' })
    expect(json).toMatchObject({ ...colors, colorId: '14' })
  })

  it('is that of the palette again after an id is chosen', async () => {
    const { guest, path } = await listedCalendar(site)
    await guest.patch(path + rgb, { backgroundColor: '#123456', foregroundColor: '#ffffff' })
    for (const query of ['', rgb]) {
      const { json } = await guest.patch(path + query, { colorId: '3' })
      expect(json).toMatchObject({
        colorId: '3',
        backgroundColor: '#f83a22',
        foregroundColor: '#000000',
      })
    }
  })

  it('stays when something else is changed', async () => {
    const { guest, path } = await listedCalendar(site)
    const colors = { backgroundColor: '#123456', foregroundColor: '#ffffff' }
    const { json: before } = await guest.patch(path + rgb, colors)
    for (const query of ['', rgb]) {
      const { json } = await guest.patch(path + query, { selected: query === '' })
      expect(json).toMatchObject({ ...colors, colorId: before.colorId })
    }
  })

  it('lets its writing be changed alone', async () => {
    const { guest, path, entry } = await listedCalendar(site)
    const { json: first } = await guest.patch(path + rgb, { foregroundColor: '#ffffff' })
    const { colorId, backgroundColor } = entry
    expect(first).toMatchObject({ colorId, backgroundColor, foregroundColor: '#ffffff' })
    const { json: second } = await guest.patch(path + rgb, { backgroundColor: '#16a765' })
    expect(second).toMatchObject({
      colorId: '8',
      backgroundColor: '#16a765',
      foregroundColor: '#ffffff',
    })
    const { json: third } = await guest.patch(path + rgb, { foregroundColor: null })
    expect(third).toMatchObject({ backgroundColor: '#16a765', foregroundColor: '#000000' })
  })

  it.each([
    [{ backgroundColor: 'red' }],
    [{ backgroundColor: '#12345' }],
    [{ backgroundColor: '#1234567' }],
    [{ backgroundColor: '123456' }],
    [{ backgroundColor: '#12345g' }],
    [{ backgroundColor: '#123456', foregroundColor: 'white' }],
    [{ backgroundColor: 'rgb(1, 2, 3)' }],
    [{ backgroundColor: `#${'1'.repeat(100)}` }],
    [{ backgroundColor: 7 }],
  ])('is not what %o names', async (body) => {
    const { guest, path, entry, calendarId } = await listedCalendar(site)
    expectRefusal(await guest.patch(path + rgb, body), invalid)
    expectRefusal(await guest.put(path + rgb, body), invalid)
    expectRefusal(await guest.post(listPath + rgb, { id: calendarId, ...body }), invalid)
    expect((await guest.get(path)).json).toEqual(entry)
  })

  it('is the same each time a user adds the calendar, until one is chosen', async () => {
    const { owner, guest, calendarId } = await sharedCalendar(site)
    const { json: own } = await owner.get(entryPath(calendarId))
    const { json: theirs } = await guest.post(listPath, { id: calendarId })
    expect([theirs.colorId, theirs.backgroundColor]).toEqual([own.colorId, own.backgroundColor])
  })

  it('is requested with a flag that is true or false', async () => {
    const { guest, path } = await listedCalendar(site)
    expectRefusal(await guest.patch(`${path}?colorRgbFormat=maybe`, {}), {
      status: 400,
      reason: 'invalidParameter',
      location: 'colorRgbFormat',
    })
  })
})
