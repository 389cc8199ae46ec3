import type { User } from '#/contract/operation.ts'
import { ApiError } from '#/kernel/errors.ts'
import { calendarIn, timeZoneOf } from '../calendar/calendar-row.ts'
import { innerCall, innerContract } from '../call-store.ts'
import type { ContextOf } from '../objects/calendar-objects.ts'
import { ObjectReader } from '../objects/object-reader.ts'
import { putObject } from '../objects/put-object.ts'
import { type SentObject, sentObject } from '../objects/sent-object.ts'
import { deleteObject } from '../objects/write-object.ts'
import type { CalendarContext, EventWriting } from '../operation.ts'
import { calendarScopes } from '../scopes.ts'
import type { SubscriptionRow } from '../store/ical/subscriptions.ts'
import { isTimeZone } from '../time/zone-offsets.ts'
import {
  comparableText,
  type FeedContent,
  type FeedObject,
  feedObjectStart,
} from './feed-objects.ts'

/** Few enough not to delay other writes. */
const objectsPerTransaction = 10
const titleLengthMax = 200

interface Applying {
  readonly contextOf: ContextOf
  readonly owner: Pick<User, 'userId' | 'email'>
  readonly signal: AbortSignal
}

interface NamedObject {
  readonly name: string
  readonly sent: SentObject
}

const contract = innerContract('calendar.subscriptions.refresh', {
  scopes: [calendarScopes.everything],
  access: { calendarId: 'reader' },
})

/**
 * Makes the events of a calendar those of a feed. Only what differs is written, so that sync tokens report
 * only what has changed. An event that cannot be stored is skipped and stays as it was.
 */
export async function applyFeed(
  { contextOf, owner, signal }: Applying,
  { calendarId, isNamed }: SubscriptionRow,
  { title, zone, objects }: FeedContent,
): Promise<{ readonly skipped: number }> {
  const scopes = new Set([calendarScopes.everything.uri])
  const caller = { kind: 'user', ...owner, scopes, clientId: '' } as const
  const context = contextOf(innerCall({ calendarId, caller, origin: '' }), contract)
  const access = await context.store.access(calendarId)
  const floating = zone !== undefined && isTimeZone(zone) ? zone : timeZoneOf(access.calendar)
  const reader = new ObjectReader(context, access, context.database)
  const { changed: present } = await reader.since(undefined)
  const presentNames = new Set(
    present.map(({ name }) => name).filter((name) => name.startsWith(feedObjectStart)),
  )
  let skipped = 0
  for (const batch of batchesOf(objects)) {
    signal.throwIfAborted()
    const differing: NamedObject[] = []
    for (const object of batch) {
      if (presentNames.has(object.name) && (await isStored(context, access.calendar.key, object))) {
        continue
      }
      const sent = await readable(object, floating)
      if (sent === undefined) skipped++
      else differing.push({ name: object.name, sent })
    }
    if (differing.length > 0) skipped += await putAll(context, differing)
  }
  const feedNames = new Set(objects.map(({ name }) => name))
  for (const names of batchesOf([...presentNames.difference(feedNames)])) {
    signal.throwIfAborted()
    await writeAsOwner(context, (writing) => deleteAll(context, writing, names))
  }
  if (isNamed === 0 && title !== undefined) await rename(context, titleIn(title))
  return { skipped }
}

function* batchesOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += objectsPerTransaction) {
    yield all.slice(at, at + objectsPerTransaction)
  }
}

async function isStored(
  { database, objects }: CalendarContext,
  calendarKey: number,
  { name, text }: FeedObject,
): Promise<boolean> {
  const stored = await objects.findNamed(database, calendarKey, name)
  return stored !== undefined && comparableText(stored.text) === comparableText(text)
}

async function readable({ text }: FeedObject, zone: string): Promise<SentObject | undefined> {
  try {
    return await sentObject(text, zone)
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined
    throw error
  }
}

/** Users cannot write events of a calendar that follows a feed. */
const writeAsOwner = <T>(
  { store }: CalendarContext,
  body: (writing: EventWriting) => Promise<T>,
): Promise<T> =>
  store.writeEvents(
    (writing) => body({ ...writing, access: { ...writing.access, role: 'owner' } }),
    { canConfirm: false },
  )

/** Writes objects together, or one by one if one of them is refused. Returns how many were refused. */
async function putAll(context: CalendarContext, objects: readonly NamedObject[]): Promise<number> {
  try {
    await writeAsOwner(context, async (writing) => {
      for (const object of objects) {
        await putObject(context, writing, { ...object, omitsUnknownInstances: true })
      }
    })
    return 0
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || isFull(error)) throw error
    if (objects.length === 1) return 1
    let refused = 0
    for (const object of objects) refused += await putAll(context, [object])
    return refused
  }
}

/** Whether the user has no room for further events, which holds for all of them. */
const isFull = ({ refusals }: ApiError): boolean => refusals[0]?.reason === 'quotaExceeded'

async function deleteAll(
  context: CalendarContext,
  writing: EventWriting,
  names: readonly string[],
): Promise<void> {
  const reader = new ObjectReader(context, writing.access, writing.tx)
  for (const name of names) {
    const found = await reader.findNamed(name)
    if (found !== undefined) await deleteObject({ context, writing, found })
  }
}

async function rename({ store, calendars }: CalendarContext, summary: string): Promise<void> {
  await store.write(async (tx, { calendar }) => {
    const current = calendarIn(calendar)
    if (summary === '' || current.summary === summary) return
    await calendars.change(tx, calendar, { ...current, summary })
  })
}

/** A title without escapes and control characters. */
const titleIn = (value: string): string =>
  value
    .replace(/\\n/gi, ' ')
    .replace(/\\([\\,;])/g, '$1')
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, titleLengthMax)
    .toWellFormed()
    .trim()
