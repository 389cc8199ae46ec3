import { expect, it } from 'vitest'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const own = '0b9f6f1e-6e56-4a7a-9d56-0c3a4a1c2d3e'
const withLabels = (...eventLabels: object[]) => ({ labelProperties: { eventLabels } })
const green = { name: 'Green', backgroundColor: '#00ff00' }

onEveryEngine('labels of calendars', (site) => {
  it('assigns a UUID to a label without one and keeps the one it has', async () => {
    const user = await site.user()
    const { calendar } = await user.newCalendar(withLabels(green, { ...green, id: own }))
    expect(calendar).toMatchObject(
      withLabels({ ...green, id: expect.stringMatching(uuid) }, { ...green, id: own }),
    )
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('keeps the labels in a PUT that does not mention them', async () => {
    const user = await site.user()
    const { calendar, path } = await user.newCalendar(withLabels(green))
    const reply = await user.put(path, { summary: 'Renamed' })
    expect(reply.json.labelProperties).toEqual(calendar.labelProperties)
  })

  it('replaces the labels in a PUT or PATCH that has some', async () => {
    const user = await site.user()
    const { path } = await user.newCalendar(withLabels(green, green))
    const red = { id: own, name: 'Red', backgroundColor: '#ff0000' }
    const put = await user.put(path, { summary: 'Work', ...withLabels(red) })
    expect(put.json).toMatchObject(withLabels(red))
    const blue = { id: own, name: 'Blue', backgroundColor: '#0000ff' }
    expect((await user.patch(path, withLabels(blue))).json).toMatchObject(withLabels(blue))
  })

  it('empties the list when it is replaced by none', async () => {
    const user = await site.user()
    const { path } = await user.newCalendar(withLabels(green))
    const reply = await user.patch(path, withLabels())
    const left = reply.json.labelProperties as { eventLabels?: unknown[] } | undefined
    expect(left?.eventLabels ?? []).toEqual([])
  })

  it('accepts 200 labels with names of 50 characters, whatever the characters are', async () => {
    const user = await site.user()
    const labels = Array.from({ length: 200 }, () => ({ ...green, name: '🌲'.repeat(50) }))
    const { calendar } = await user.newCalendar(withLabels(...labels))
    expect(calendar).toMatchObject(withLabels(...labels))
  })

  it.each([
    ['more than 200 labels', Array.from({ length: 201 }, () => green), 'invalid'],
    ['an id that is no UUID', [{ ...green, id: 'one' }], 'invalid'],
    [
      'one id for two labels',
      [
        { ...green, id: own },
        { ...green, id: own },
      ],
      'invalid',
    ],
    ['a name of 51 characters', [{ ...green, name: 'x'.repeat(51) }], 'invalid'],
    ['a label without a colour', [{ name: 'Bare' }], 'required'],
    ['a colour that is none', [{ ...green, backgroundColor: 'green' }], 'invalid'],
    ['a label that is a text', ['Green'], 'invalid'],
  ])('refuses %s and changes nothing', async (_, eventLabels, reason) => {
    const user = await site.user()
    const { calendar, path } = await user.newCalendar(withLabels(green))
    const reply = await user.patch(path, { labelProperties: { eventLabels } })
    expectRefusal(reply, { status: 400, reason })
    expect((await user.get(path)).json).toEqual(calendar)
  })
})
