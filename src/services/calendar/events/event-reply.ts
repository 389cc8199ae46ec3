import { variantEtag } from '#/contract/etag.ts'
import { Stored, type User } from '#/contract/operation.ts'
import type { Standing } from '../access.ts'
import { maskedEtag } from '../domain/event/masked.ts'
import type { Event } from '../schemas/event.ts'
import type { EventRow } from '../store/events.ts'
import { etagFor, etagOf } from './etag.ts'
import { instanceEvent } from './instances-of.ts'
import { eventText, htmlLink, isMasked, seenEvent } from './presentation.ts'
import type { Target } from './target.ts'
import { isSameView, type View, viewOf } from './view.ts'

interface Asked {
  readonly standing: Standing
  readonly caller: User
  readonly origin: () => string
  readonly params: { readonly maxAttendees?: number }
}

/** The answer to a write: the event as its writer sees it. */
export function eventReply(row: EventRow, asked: Asked): Stored<Event> {
  return replyOf(row, viewOf(asked.standing, asked, asked.params))
}

const replyOf = (row: EventRow, view: View) =>
  new Stored<Event>(eventText(row, view), shownEtag(row, view))

const shown = new WeakMap<EventRow, { readonly view: View; readonly reply: Stored<Event> }>()

/** A row as its caller sees it. Hot rows stay in memory, and with them what was last made of them. */
export function shownRow(row: EventRow, view: View): Stored<Event> {
  const known = shown.get(row)
  if (known !== undefined && isSameView(known.view, view)) return known.reply
  const reply = replyOf(row, view)
  shown.set(row, { view, reply })
  return reply
}

/** What a call names, as its caller sees it. */
export function shownTarget({ row, instance }: Target, view: View): Stored<Event> {
  if (instance === undefined) return replyOf(row, view)
  const seen = instanceEvent(seenEvent(row, view), { ...instance, zone: view.zone })
  const linked =
    seen.htmlLink === undefined ? seen : { ...seen, htmlLink: htmlLink(seen.id!, view) }
  return new Stored<Event>(JSON.stringify(linked), shownEtag(row, view))
}

/**
 * The HTTP ETag. A change of the calendar's zone moves the times that are shown, but is no change of
 * the event: its `etag` stays, and caches are told apart here.
 */
function shownEtag(row: EventRow, view: View): string {
  const etag = isMasked(row, view) ? maskedEtag(etagOf(row)) : etagFor(row, view.userId)
  return row.zone === view.calendarZone ? etag : variantEtag(etag, view.calendarZone)
}
