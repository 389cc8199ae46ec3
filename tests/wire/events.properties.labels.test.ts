import { expect, it } from 'vitest'
import { hour, secondaryEvents } from '../support/event-bodies.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

const green = '0b9f6f1e-6e56-4a7a-9d56-0c3a4a1c2d3e'
const red = '0b9f6f1e-6e56-4a7a-9d56-0c3a4a1c2d3f'
const label = (id: string) => ({ id, name: 'A label', backgroundColor: '#00ff00' })
const labels = (...ids: string[]) => ({ labelProperties: { eventLabels: ids.map(label) } })
const known = '?eventLabelVersion=1'

onEveryEngine('labels of events', (site) => {
  const labelled = () => secondaryEvents(site, labels(green, red))

  it('are kept by a patch that does not mention them, and changed by one that does', async () => {
    const events = await labelled()
    const { id } = await events.make({ eventLabelId: green }, known)
    expect((await events.patch(id, { summary: 'x' }, known)).json.eventLabelId).toBe(green)
    expect((await events.patch(id, { eventLabelId: red }, known)).json.eventLabelId).toBe(red)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('are written only by callers with eventLabelVersion, and colors only by others', async () => {
    const events = await labelled()
    const both = { eventLabelId: green, colorId: '5' }
    const unaware = await events.make(both)
    expect(unaware.colorId).toBe('5')
    expect(unaware).not.toHaveProperty('eventLabelId')
    const aware = await events.make(both, known)
    expect(aware.eventLabelId).toBe(green)
    expect(aware).not.toHaveProperty('colorId')
    expect(await events.read(aware.id)).toEqual(aware)
  })

  it('outlast a PUT and a patch of callers who do not know them', async () => {
    const events = await labelled()
    const { id } = await events.make({ eventLabelId: green }, known)
    expect((await events.put(id, hour)).json.eventLabelId).toBe(green)
    const patched = await events.patch(id, { eventLabelId: null, colorId: '3' })
    expect(patched.json).toMatchObject({ eventLabelId: green, colorId: '3' })
    const put = await events.put(id, { ...hour, eventLabelId: red }, known)
    expect(put.json).toMatchObject({ eventLabelId: red, colorId: '3' })
  })

  it.each([
    ['a PUT without one', 'put', hour],
    ['a PUT with an empty one', 'put', { ...hour, eventLabelId: '' }],
    ['a patch with an empty one', 'patch', { eventLabelId: '' }],
    ['a patch with null', 'patch', { eventLabelId: null }],
  ] as const)('are removed by %s of callers who know them', async (_, method, body) => {
    const events = await labelled()
    const { id } = await events.make({ eventLabelId: green }, known)
    const { json } = await events[method](id, body, known)
    expect(json).not.toHaveProperty('eventLabelId')
  })

  it('have to be those of the calendar', async () => {
    const events = await labelled()
    const event = await events.make({ eventLabelId: green }, known)
    const refusal = { status: 400, reason: 'invalid' }
    for (const eventLabelId of ['nosuch', '0b9f6f1e-6e56-4a7a-9d56-0c3a4a1c2d30']) {
      expectRefusal(await events.insert({ ...hour, eventLabelId }, known), refusal)
      expectRefusal(await events.put(event.id, { ...hour, eventLabelId }, known), refusal)
      expectRefusal(await events.patch(event.id, { eventLabelId }, known), refusal)
    }
    expect((await events.list()).items).toEqual([event])
  })

  it('stay on events when the calendar gives them up, and are given to no other', async () => {
    const events = await labelled()
    const event = await events.make({ eventLabelId: green }, known)
    await events.user.patch(`/calendars/${events.calendarId}`, labels(red))
    expect((await events.put(event.id, event, known)).json).toEqual(event)
    const anew = await events.insert({ ...hour, eventLabelId: green }, known)
    expectRefusal(anew, { status: 400, reason: 'invalid' })
  })

  it('come in versions 0 and 1', async () => {
    const events = await labelled()
    for (const version of ['2', '-1', 'x']) {
      const reply = await events.insert(hour, `?eventLabelVersion=${version}`)
      expectRefusal(reply, {
        status: 400,
        reason: 'invalidParameter',
        location: 'eventLabelVersion',
      })
    }
    expect((await events.list()).items).toEqual([])
  })
})
