import { expect, it } from 'vitest'
import { hour, primaryEvents } from '../support/event-bodies.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

const file = (number: number) => ({ fileUrl: `https://example.com/${number}`, title: `${number}` })
const files = (count: number) => ({ attachments: Array.from({ length: count }, (_, i) => file(i)) })
const known = '?supportsAttachments=true'

onEveryEngine('attachments of events', (site) => {
  it('are replaced as a whole, kept by a patch and cleared by a PUT without them', async () => {
    const events = await primaryEvents(site)
    const { id } = await events.make(files(2), known)
    expect((await events.patch(id, { summary: 'x' }, known)).json).toMatchObject(files(2))
    const replaced = await events.patch(id, { attachments: [file(7)] }, known)
    expect(replaced.json.attachments).toEqual([file(7)])
    expect((await events.put(id, hour, known)).json).not.toHaveProperty('attachments')
    await events.put(id, { ...hour, ...files(1) }, known)
    for (const attachments of [null, []]) {
      await events.patch(id, files(1), known)
      const { json } = await events.patch(id, { attachments }, known)
      expect(json).not.toHaveProperty('attachments')
    }
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  // Scenario 34
  it('are written only by callers with supportsAttachments', async () => {
    const events = await primaryEvents(site)
    expect(await events.make(files(2))).not.toHaveProperty('attachments')
    expect(await events.make(files(2), '?supportsAttachments=false')).not.toHaveProperty(
      'attachments',
    )
    const event = await events.make(files(2), known)
    expect(event).toMatchObject(files(2))
    const patched = await events.patch(event.id, { summary: 'x', attachments: [] })
    expect(patched.json).toMatchObject({ summary: 'x', ...files(2) })
    const put = await events.put(event.id, hour)
    expect(put.json).toMatchObject(files(2))
    expect(await events.read(event.id)).toEqual(put.json)
  })

  it('are 25 at most', async () => {
    const events = await primaryEvents(site)
    const event = await events.make(files(25), known)
    expect(event).toMatchObject(files(25))
    const refusal = { status: 400, reason: 'invalid' }
    expectRefusal(await events.insert({ ...hour, ...files(26) }, known), refusal)
    expectRefusal(await events.patch(event.id, files(26), known), refusal)
    expect((await events.list()).items).toEqual([event])
  })

  it.each([
    ['without an address', { title: 'x' }, 'required'],
    ['with an empty address', { fileUrl: '' }, 'required'],
    ['with an address that opens nothing', { fileUrl: 'file:///etc/passwd' }, 'invalid'],
    ['that is a text', 'https://example.com/1', 'invalid'],
  ])('are refused %s', async (_, attachment, reason) => {
    const events = await primaryEvents(site)
    const reply = await events.insert({ ...hour, attachments: [attachment] }, known)
    expectRefusal(reply, { status: 400, reason })
    expect((await events.list()).items).toEqual([])
  })

  it('have no id but the one that the server gives', async () => {
    const events = await primaryEvents(site)
    const { attachments } = await events.make(
      { attachments: [{ ...file(1), fileId: 'mine', size: 4 }] },
      known,
    )
    expect(attachments).toEqual([file(1)])
  })
})
