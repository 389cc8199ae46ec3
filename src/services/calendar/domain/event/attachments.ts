import { invalidField, requiredField } from '#/kernel/errors.ts'
import type { Event } from '../../schemas/event.ts'
import { isWebAddress } from './web-address.ts'
import { withoutAbsent } from './without-absent.ts'

type Attachments = NonNullable<Event['attachments']>

const attachmentsMax = 25

export function describedAttachments(given: Attachments = []): Attachments | undefined {
  if (given.length > attachmentsMax) {
    throw invalidField(`An event has at most ${attachmentsMax} attachments.`)
  }
  return given.length === 0 ? undefined : given.map(describedAttachment)
}

function describedAttachment({ fileUrl, title, mimeType, iconLink }: Attachments[number]) {
  if (!fileUrl) throw requiredField('Missing attachment file URL.')
  if (!isWebAddress(fileUrl)) throw invalidField('Invalid attachment file URL.')
  return withoutAbsent({
    fileUrl,
    title: title || undefined,
    mimeType: mimeType || undefined,
    iconLink: iconLink || undefined,
  }) as Attachments[number]
}
