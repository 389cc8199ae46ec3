import type { Transaction } from '#/storage/port.ts'
import type { Block } from '../../domain/busy-blocks.ts'
import { seriesBlocks } from '../../freebusy/busy-blocks-of.ts'
import type { Event } from '../../schemas/event.ts'
import { absencesIn } from '../../store/absences.ts'
import { type CalendarRow, calendarIn } from '../../store/calendars.ts'
import type { EventRow } from '../../store/events.ts'
import { seriesModel } from '../series-models.ts'

/** A time in which somebody wants invitations to be declined. */
export interface Absence {
  readonly message: string | undefined
  /** In the order of time. */
  readonly blocks: readonly Block[]
}

/** What an event says of invitations that come into its way. */
export function decliningOf({ outOfOfficeProperties, focusTimeProperties }: Event) {
  const { autoDeclineMode: mode, declineMessage } =
    outOfOfficeProperties ?? focusTimeProperties ?? {}
  return {
    declinesAll: mode === 'declineAllConflictingInvitations',
    declinesNew:
      mode === 'declineAllConflictingInvitations' ||
      mode === 'declineOnlyNewConflictingInvitations',
    message: declineMessage || undefined,
  }
}

interface Looked {
  readonly tx: Transaction
  readonly window: Block
  readonly limit: number
}

/** When the calendars decline what is new, by their keys. */
export async function absencesOf(
  calendars: readonly CalendarRow[],
  { tx, window, limit }: Looked,
): Promise<ReadonlyMap<number, readonly Absence[]>> {
  if (calendars.length === 0) return new Map()
  const byKey = new Map(calendars.map((calendar) => [calendar.key, calendar]))
  const rows = await absencesIn(tx, {
    calendarKeys: [...byKey.keys()],
    startsBefore: window.endMs,
    endsAfter: window.startMs,
    limit,
  })
  const absences = new Map<number, Absence[]>()
  for (const row of rows) {
    const { declinesNew, message } = decliningOf(JSON.parse(row.wire) as Event)
    if (!declinesNew) continue
    const zone = calendarIn(byKey.get(row.calendarKey)!).timeZone ?? 'UTC'
    const blocks = await blocksOf(row, { tx, window, zone })
    const known = absences.get(row.calendarKey) ?? []
    absences.set(row.calendarKey, [...known, { message, blocks }])
  }
  return absences
}

/** When an event is on in a window. Absences have times of day. */
export async function blocksOf(
  row: EventRow,
  { tx, window, zone }: Pick<Looked, 'tx' | 'window'> & { readonly zone: string },
): Promise<readonly Block[]> {
  if (row.kind !== 'series') return [{ startMs: row.startMs, endMs: row.endMs }]
  const given = { reader: tx, models: { of: seriesModel } }
  return (await seriesBlocks(given, [row], { window, zone })) ?? []
}
