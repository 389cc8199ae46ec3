import { describe, expect, it } from 'vitest'
import type { Patch } from '#/contract/schema.ts'
import { eventContext, hour, stored } from '../../../../../tests/support/event-drafts.ts'
import type { Event } from '../../schemas/event.ts'
import { draftForInsert, draftForPatch, draftForUpdate } from '../event-draft.ts'

const context = eventContext()
const withoutFiles = eventContext({ reading: { supportsAttachments: false } })
const inserted = (body: Event, where = context) => draftForInsert({ ...hour, ...body }, where)
const patched = (body: Event, patch: Patch<Event>, where = context) =>
  draftForPatch(stored(inserted(body)), patch, where)
const file = { fileUrl: 'https://x.org/a.pdf', title: 'A' }

describe('attachments and sources', () => {
  it('are stored, without the id that the server gives to files', () => {
    const { content, source } = inserted({
      attachments: [{ ...file, fileId: '7', mimeType: '' }],
      source: { url: 'https://x.org', title: 'X' },
    })
    expect(content.attachments).toEqual([file])
    expect(source).toEqual({ url: 'https://x.org', title: 'X' })
  })

  it('attachments are ignored unless the caller supports them', () => {
    expect(inserted({ attachments: [file] }, withoutFiles).content).not.toHaveProperty(
      'attachments',
    )
    const current = stored(inserted({ attachments: [file] }))
    for (const { content } of [
      draftForPatch(current, { attachments: null }, withoutFiles),
      draftForUpdate(current, hour, withoutFiles),
    ]) {
      expect(content.attachments).toEqual([file])
    }
    expect(draftForUpdate(current, hour, context).content).not.toHaveProperty('attachments')
  })

  it('a source is merged with a patch and cleared by a null', () => {
    const body = { source: { url: 'https://x.org', title: 'X' } }
    expect(patched(body, { source: { title: 'Y' } }).source).toEqual({
      url: 'https://x.org',
      title: 'Y',
    })
    expect(patched(body, { source: null }).source).toBeUndefined()
  })
})
