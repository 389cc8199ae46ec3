import { isDate, isDateTime } from '#/contract/decoding/decode-text.ts'
import { string } from '#/contract/schema.ts'
import { after, type Soon } from '#/http/after.ts'
import { invalid } from '#/kernel/errors.ts'
import { isTimeZone } from '#/services/calendar/time/zone-offsets.ts'
import type { CallOperation } from '../operation-client.ts'

export const timeArgument = (about: string) =>
  string({
    about: `${about} ISO 8601, such as \`2026-11-18T09:00:00\`. Without an offset it is in \`timeZone\`.`,
    lengthMax: 64,
  })

export const zoneArgument = string({
  about: "An IANA time zone, such as `Europe/Zurich`. Defaults to the calendar's.",
  lengthMax: 255,
})

/** The time zone of a calendar, which every list of its events names. */
export async function zoneOf(call: CallOperation, calendarId: string): Promise<string> {
  const { timeZone } = await call({
    operation: 'calendar.events.list',
    params: { calendarId, maxResults: 1, fields: 'timeZone' },
  })
  return String(timeZone)
}

/** The argument `timeZone`, if there is such a zone. */
export function knownZone(timeZone: string): string {
  if (isTimeZone(timeZone)) return timeZone
  throw invalid('timeZone', 'timeZone has to be an IANA time zone, such as Europe/Zurich.')
}

/** A time as operations expect it, which may lack an offset. Models often leave out seconds. */
export function timeText(name: string, text: string): string {
  if (isDateTime(text, true)) return text
  try {
    return hasOffset(text)
      ? Temporal.Instant.from(text).toString()
      : Temporal.PlainDateTime.from(text).toString({ smallestUnit: 'second' })
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw invalid(name, `${name} has to be an ISO 8601 time, such as 2026-11-18T09:00:00.`)
  }
}

/** The date of a time. */
export function dayText(name: string, text: string): string {
  const day = text.slice(0, 10)
  if (isDate(day)) return day
  throw invalid(name, `${name} has to begin with a date, such as 2026-11-18.`)
}

/** Whether a text says at which offset it is. */
const hasOffset = (text: string): boolean => /(?:Z|[+-]\d\d(?::?\d\d)?)$/i.test(text.slice(10))

interface GivenSpan {
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
}

/** The parameters of operations that bound a list of events. */
interface SpanParams {
  readonly timeMin: string | undefined
  readonly timeMax: string | undefined
}

/** Reads times whose offset may be missing. The zone is asked for only if it is needed. */
export class TimeReader {
  readonly #zone: () => Promise<string>
  #foundZone: Promise<string> | undefined

  constructor(
    { call }: { readonly call: CallOperation },
    {
      timeZone,
      calendarId = 'primary',
    }: { readonly timeZone?: string; readonly calendarId?: string },
  ) {
    this.#zone = async () => (timeZone === undefined ? zoneOf(call, calendarId) : timeZone)
  }

  zone(): Promise<string> {
    this.#foundZone ??= this.#zone()
    return this.#foundZone
  }

  /** The bounds of a list of events. */
  span({ startTime, endTime }: GivenSpan): Soon<SpanParams> {
    const timeMin = this.moment('startTime', startTime)
    return after(timeMin, (min) =>
      after(this.moment('endTime', endTime), (max) => ({ timeMin: min, timeMax: max })),
    )
  }

  /** A moment with an offset, as operations expect it; undefined stays undefined. */
  moment(name: string, text: string | undefined): Soon<string | undefined> {
    // Temporal takes longer than the rest of a tool.
    return text === undefined || isDateTime(text) ? text : this.#localMoment(name, text)
  }

  async #localMoment(name: string, text: string): Promise<string> {
    try {
      if (hasOffset(text)) return Temporal.Instant.from(text).toString()
      const local = Temporal.PlainDateTime.from(text)
      return local
        .toZonedDateTime(await this.zone())
        .toInstant()
        .toString()
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      throw invalid(
        name,
        `${name} has to be an ISO 8601 time, such as 2026-11-18T09:00:00, in a known time zone.`,
      )
    }
  }
}
