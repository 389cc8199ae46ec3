import { viewEtag } from '#/contract/etag.ts'
import type { Caller, User } from '#/contract/operation.ts'
import { notFound } from '#/kernel/errors.ts'
import { CallStore, innerCall, innerContract } from '../call-store.ts'
import type { CalendarDependencies } from '../dependencies.ts'
import { canReadEvents } from '../scopes.ts'
import type { Access } from '../sharing/access.ts'

/** The path of the feeds of all calendars. */
const feedsPath = '/calendar/ical'

interface FeedPlace {
  readonly origin: string
  readonly calendarId: string
  /** Absent for the public address. */
  readonly secret?: string
}

/** The address of a feed. */
export const feedAddress = ({ origin, calendarId, secret }: FeedPlace): string =>
  `${origin}${feedsPath}/${encodeURIComponent(calendarId)}/${secret === undefined ? 'public' : `private-${secret}`}/basic.ics`

export interface FeedRequest {
  readonly calendarId: string
  /** The secret in the address; undefined for the public address. */
  readonly secret: string | undefined
  /** Who reads the public address. */
  readonly caller: Caller
  readonly origin: string
}

/** A calendar as iCalendar text, which is rendered while it is sent. */
export interface Feed {
  /** Changes whenever the text may have changed. */
  readonly etag: string
  readonly parts: () => AsyncIterable<Buffer>
}

/** Opens the feed at an address, or throws 404. */
export async function openFeed(
  calendar: CalendarDependencies,
  { calendarId, secret, caller, origin }: FeedRequest,
): Promise<Feed> {
  const { access, reader } =
    secret === undefined
      ? { access: await publicAccess(calendar, { calendarId, caller }), reader: caller }
      : await secretAccess(calendar, { calendarId, secret })
  const { calendar: row, role } = access
  const userId = reader.kind === 'user' ? reader.userId : ''
  const view = [role, userId, row.propertiesChangeNumber, row.hidesInvitations].join(' ')
  return {
    etag: viewEtag(row.changeNumber, view),
    parts: async function* () {
      // Loaded on first use, because it brings a library.
      const { calendarParts } = await import('./calendar-parts.ts')
      yield* calendarParts(access, {
        ...calendar,
        caller: reader,
        origin: () => origin,
      })
    },
  }
}

/** The checks of the public address, which are those of an operation that anybody can call. */
const feedContract = innerContract('calendar.feeds.get', {
  scopes: canReadEvents,
  access: { calendarId: 'freeBusyReader' },
})

async function publicAccess(
  calendar: CalendarDependencies,
  { calendarId, caller }: Pick<FeedRequest, 'calendarId' | 'caller'>,
): Promise<Access> {
  const call = innerCall({ calendarId, caller, origin: '' })
  return new CallStore(calendar, call, feedContract).access(calendarId)
}

/** Whoever knows a secret address sees what the owner sees, or when the owner is busy. */
async function secretAccess(
  { calendars, feeds, database }: CalendarDependencies,
  { calendarId, secret }: { readonly calendarId: string; readonly secret: string },
): Promise<{ readonly access: Access; readonly reader: Caller }> {
  const row = await calendars.find(calendarId.toLowerCase())
  const details = row && (await feeds.detailsFor(database, { calendarId: row.id, secret }))
  if (row === undefined || details === undefined) throw notFound()
  if (details === 'freeBusy') {
    return { access: { calendar: row, role: 'freeBusyReader' }, reader: { kind: 'anonymous' } }
  }
  const owner: User = {
    kind: 'user',
    userId: row.ownerId,
    email: '',
    scopes: new Set(),
    clientId: '',
  }
  return { access: { calendar: row, role: 'owner' }, reader: owner }
}
