import { emptyWindow, invalidField, requiredField, timeRangeTooLong } from '#/kernel/errors.ts'
import type { Block } from '../domain/busy-blocks.ts'
import { msPerDay } from '../domain/civil-date.ts'
import { updatedText } from '../domain/event/stamps.ts'
import { isTimeZone } from '../domain/time-zone.ts'
import type { FreeBusyRequest, FreeBusyResponse } from '../schemas/free-busy.ts'

interface AskedWindow {
  readonly window: Block
  /** The zone that the answer's times are shown in. */
  readonly zone: string
  /** The window as the answer repeats it. */
  readonly echo: Pick<FreeBusyResponse, 'timeMin' | 'timeMax'>
}

/** The window that a request asks about. */
export function askedWindow(
  { timeMin, timeMax, timeZone = 'UTC' }: FreeBusyRequest,
  daysMax: number,
): AskedWindow {
  if (timeMin === undefined) throw requiredField('Missing timeMin parameter.')
  if (timeMax === undefined) throw requiredField('Missing timeMax parameter.')
  const window = { startMs: instantOf(timeMin), endMs: instantOf(timeMax) }
  if (window.endMs <= window.startMs) throw emptyWindow()
  if (window.endMs - window.startMs > daysMax * msPerDay) throw timeRangeTooLong(daysMax)
  if (!isTimeZone(timeZone)) throw invalidField('Invalid time zone definition.')
  return {
    window,
    zone: timeZone,
    echo: { timeMin: updatedText(window.startMs), timeMax: updatedText(window.endMs) },
  }
}

// Fractions of a second do not count.
const instantOf = (text: string) =>
  Math.floor(Temporal.Instant.from(text).epochMilliseconds / 1000) * 1000
