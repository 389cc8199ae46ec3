import type { Event, EventAttendee } from '../schemas/event.ts'
import { oneLine } from './clean-text.ts'
import { descriptionText } from './description-text.ts'
import type { Layout, Row } from './layout.ts'
import { type Telling, whenText } from './when.ts'

const guestsListedMax = 50

export const titleOf = ({ summary = '' }: Event): string => oneLine(summary) || '(No title)'

/** What a mail tells of an event; of the attendees, those that its reader may see. */
export function eventRows(
  event: Event,
  { telling, attendees }: { telling: Telling; attendees: readonly EventAttendee[] },
): Row[] {
  const rows: Row[] = [
    { label: 'When', text: whenText(event, telling) },
    { label: 'Repeats', text: event.recurrence?.length ? 'yes; the attached file says when' : '' },
    { label: 'Where', text: oneLine(event.location ?? '') },
    { label: 'Join', text: oneLine(joinAddress(event) ?? '') },
    { label: 'Guests', text: guestsText(attendees) },
    { label: 'Description', text: descriptionText(event.description ?? '') },
  ]
  return rows.filter(({ text }) => text !== '')
}

/** The page of the event; an address of another kind is never made a link. */
export function linkOf({ htmlLink }: Event): Layout['link'] {
  const isWebAddress = htmlLink !== undefined && /^https?:\/\/[^\s\p{Cc}]+$/u.test(htmlLink)
  return isWebAddress ? { label: 'Open the event', address: htmlLink } : undefined
}

function joinAddress({ hangoutLink, conferenceData }: Event): string | undefined {
  const video = conferenceData?.entryPoints?.find(
    ({ entryPointType }) => entryPointType === 'video',
  )
  return video?.uri ?? hangoutLink
}

function guestsText(attendees: readonly EventAttendee[]): string {
  const listed = attendees.slice(0, guestsListedMax).map(guestText)
  const othersCount = attendees.length - listed.length
  return [...listed, ...(othersCount > 0 ? [`and ${othersCount} more`] : [])].join('\n')
}

function guestText({ email = '', displayName, optional, responseStatus = '' }: EventAttendee) {
  const name = oneLine(displayName ?? '')
  const remarks = [optional ? 'optional' : '', answers[responseStatus] ?? ''].filter(Boolean)
  const who = name === '' ? email : `${name} <${email}>`
  return remarks.length === 0 ? who : `${who} (${remarks.join(', ')})`
}

const answers: Readonly<Record<string, string>> = {
  accepted: 'accepted',
  declined: 'declined',
  tentative: 'tentative',
}
