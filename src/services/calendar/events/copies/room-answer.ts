import type { Transaction } from '#/storage/port.ts'
import { doMeet } from '../../domain/busy-blocks.ts'
import { busyBlocksOf } from '../../freebusy/busy-blocks-of.ts'
import type { CalendarGiven } from '../../operation.ts'
import { type CalendarRow, calendarIn } from '../../store/calendars.ts'
import { seriesModel } from '../series-models.ts'
import { type AskedTimes, askedBlocks } from './asked-times.ts'

type Given = Pick<CalendarGiven, 'store' | 'caller'>

interface Booking {
  readonly tx: Transaction
  /** The room; the transaction has locked it, so that nobody else is given the same time. */
  readonly calendar: CalendarRow
  /** The event, or the series that it is one of: what the room has of it is in nobody's way. */
  readonly id: string
  readonly asked: AskedTimes
}

/** What a room says to an invitation. Where it does not answer by itself, its managers are asked. */
export async function roomAnswer(
  given: Given,
  booking: Booking,
): Promise<'accepted' | 'declined' | 'needsAction'> {
  if (calendarIn(booking.calendar).autoAcceptInvitations !== true) return 'needsAction'
  const isGiven = (await mayBook(given, booking)) && (await isFree(booking))
  return isGiven ? 'accepted' : 'declined'
}

/** A room is booked by those who may see when it is free. */
async function mayBook({ store, caller }: Given, { tx, calendar }: Booking): Promise<boolean> {
  return (await store.roles.of(calendar, caller, tx)) !== 'none'
}

async function isFree({ tx, calendar, id, asked }: Booking): Promise<boolean> {
  const wanted = askedBlocks(asked, calendar)
  if (wanted.length === 0) return true
  const window = {
    startMs: wanted[0]!.startMs,
    endMs: Math.max(...wanted.map(({ endMs }) => endMs)),
  }
  const given = { reader: tx, models: { of: seriesModel } }
  const busy = await busyBlocksOf(given, calendar, window, id)
  return busy !== undefined && !doMeet(wanted, busy)
}
