import { describe, expect, it } from 'vitest'
import type { Patch } from '#/contract/schema.ts'
import {
  eventContext,
  expectRefused,
  hour,
  labelId,
  stored,
} from '../../../../../tests/support/event-drafts.ts'
import type { Event } from '../../schemas/event.ts'
import { draftForInsert, draftForPatch, draftForUpdate } from '../event-draft.ts'

const context = eventContext()
const labelled = eventContext({ reading: { eventLabelVersion: 1 } })
const inserted = (body: Event, where = context) => draftForInsert({ ...hour, ...body }, where)
const patched = (body: Event, patch: Patch<Event>, where = context) =>
  draftForPatch(stored(inserted(body)), patch, where)

describe('colors and labels', () => {
  it('are written by different calls, and the other stays', () => {
    const colored = stored(inserted({ colorId: '11', eventLabelId: labelId }))
    expect(colored.event).toMatchObject({ colorId: '11' })
    expect(colored.event).not.toHaveProperty('eventLabelId')
    const both = draftForPatch(colored, { colorId: '2', eventLabelId: labelId }, labelled)
    expect(both.content).toMatchObject({ colorId: '11', eventLabelId: labelId })
    const replaced = draftForUpdate(stored(both), hour, context)
    expect(replaced.content).not.toHaveProperty('colorId')
    expect(replaced.content.eventLabelId).toBe(labelId)
  })

  it('are removed by what is empty, and a label by a replacement without one', () => {
    const current = stored(inserted({ eventLabelId: labelId }, labelled))
    expect(draftForUpdate(current, hour, labelled).content).not.toHaveProperty('eventLabelId')
    for (const eventLabelId of ['', null]) {
      const { content } = draftForPatch(current, { eventLabelId }, labelled)
      expect(content).not.toHaveProperty('eventLabelId')
    }
    expect(patched({ colorId: '3' }, { colorId: null }).content).not.toHaveProperty('colorId')
  })

  it('are refused if the calendar has no such label, unless the event has it already', () => {
    const unknown = { eventLabelId: '00000000-0000-4000-8000-000000000009' }
    expectRefused(() => inserted(unknown, labelled), { reason: 'invalid', message: 'label' })
    const current = stored(inserted({ eventLabelId: labelId }, labelled))
    const bare = eventContext({
      reading: { eventLabelVersion: 1 },
      calendar: { labelIds: new Set() },
    })
    expect(draftForPatch(current, { summary: 'x' }, bare).content.eventLabelId).toBe(labelId)
  })
})
