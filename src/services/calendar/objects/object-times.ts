import { ApiError } from '#/kernel/errors.ts'
import { draftTimes, type EventTimes } from '../event/times.ts'
import { type ComponentTree, propertyLine, propertyValue } from '../ical/component-tree.ts'
import type { ReadEvent, ReadObject } from '../ical/object/read-object.ts'
import { modelOf } from '../recurrence/series-models.ts'
import type { Event } from '../schemas/event.ts'
import { civilDateText, msPerDay } from '../time/civil-date.ts'
import { instantIn, instantMsAt, wallMsAt } from '../time/zone-offsets.ts'
import type { TimeRange } from './object-reader.ts'

/** Repetitions of an alarm beyond this are ignored. */
const repetitionsMax = 100

/** When the events and alarms of an object that was read from text are. */
export class ObjectTimes {
  readonly #object: ReadObject

  constructor(object: ReadObject) {
    this.#object = object
  }

  /** Whether an event of the object, or an instance of its series, is in a range of time. */
  isIn(range: TimeRange): boolean {
    return this.#object.events.values().some(({ event }) => {
      const times = this.#timesOf(event)
      const span = this.#spanOf(event)
      if (times === undefined || span === undefined) return false
      if ((event.recurrence ?? []).length === 0) return overlaps(span, range)
      const lengthMs = Math.max(times.endMs - times.startMs - 1, 0)
      return this.#startsIn(event, times, { ...range, fromMs: range.fromMs - lengthMs })
    })
  }

  /** Whether an exception, or the instance that it replaces, is in a range of time. */
  concerns({ event }: ReadEvent, range: TimeRange): boolean {
    const own = this.#spanOf(event)
    if (own === undefined || event.originalStartTime === undefined) return true
    const whole = this.#object.events.get('')
    const times = whole && this.#timesOf(whole.event)
    const { fromMs: startMs } = this.#spanOf({
      start: event.originalStartTime,
      end: event.originalStartTime,
    }) ?? { fromMs: own.fromMs }
    const lengthMs = times === undefined ? 0 : times.endMs - times.startMs
    const original = { fromMs: startMs, toMs: startMs + lengthMs }
    return overlaps(own, range) || overlaps(original, range)
  }

  /** Whether an event, or an instance of a series that is no exception, is in a range of time. */
  takesPlace(event: ComponentTree, range: TimeRange): boolean {
    const read = this.#object.events.values().find(({ tree }) => tree === event)
    const times = read && this.#timesOf(read.event)
    if (read === undefined || times === undefined) return false
    const lengthMs = times.endMs - times.startMs
    if ((read.event.recurrence ?? []).length === 0) {
      const fromMs = this.#instant(times, 'startMs')
      return overlaps({ fromMs, toMs: fromMs + lengthMs }, range)
    }
    const fromMs = range.fromMs - lengthMs + Math.min(lengthMs, 1)
    return this.#startsIn(read.event, times, { ...range, fromMs })
  }

  /** Whether an alarm of an event goes off in a range of time, for any instance (RFC 4791, 9.9). */
  goesOff(
    { event, alarm }: { readonly event: ComponentTree; readonly alarm: ComponentTree },
    range: TimeRange,
  ): boolean {
    const trigger = propertyLine(alarm, 'TRIGGER') ?? ''
    const value = propertyValue(alarm, 'TRIGGER') ?? ''
    const repetitions = repetitionsOf(alarm)
    const absolute = this.momentOf(trigger)?.fromMs
    if (absolute !== undefined) return repetitions.some((ms) => isIn(absolute + ms, range))
    const before = durationMs(value)
    const read = this.#object.events.values().find(({ tree }) => tree === event)
    const times = read && this.#timesOf(read.event)
    if (before === undefined || times === undefined) return false
    const fromEnd = /;RELATED="?END/i.test(trigger) ? times.endMs - times.startMs : 0
    return repetitions.some((ms) => {
      const offsetMs = before + fromEnd + ms
      const { fromMs, toMs } = range
      return this.#startsIn(read!.event, times, {
        fromMs: fromMs - offsetMs,
        toMs: toMs - offsetMs,
      })
    })
  }

  /** The moment or day that a property states, if it states one. */
  momentOf(line: string): TimeRange | undefined {
    const [, head = '', value = ''] = /^([^:"]*(?:"[^"]*"[^:"]*)*):(.*)$/s.exec(line) ?? []
    const [, year, month, day, hour, minute, second, utc = ''] =
      /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/i.exec(value.trim()) ?? []
    if (year === undefined) return undefined
    const tzid = /;TZID=("[^"]*"|[^;]*)/i.exec(head)?.[1]?.replaceAll('"', '')
    const { named, floating } = this.#object.zones
    const zone = (tzid === undefined ? undefined : named(tzid)) ?? floating
    const time = `${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}${utc.toUpperCase()}`
    const fromMs = instantIn(`${year}-${month}-${day}T${time}`, zone)
    if (fromMs === undefined) return undefined
    return { fromMs, toMs: hour === undefined ? fromMs + msPerDay : fromMs }
  }

  /** Whether an instance of an event begins in a range of time. */
  #startsIn(event: Event, times: EventTimes, range: TimeRange): boolean {
    if ((event.recurrence ?? []).length === 0) return isIn(this.#instant(times, 'startMs'), range)
    const { floating } = this.#object.zones
    const { isAllDay } = times
    const bound = (ms: number) => (isAllDay ? wallMsAt(floating, ms) : ms)
    const taken = new Set(this.#object.events.keys())
    const keyOf = (start: number) => (isAllDay ? civilDateText(start) : String(start))
    return modelOf(event, times)
      .series.originalStarts({
        from: bound(range.fromMs),
        to: bound(range.toMs),
        limit: taken.size,
      })
      .some((start) => !taken.has(keyOf(start)))
  }

  #spanOf(event: Event): TimeRange | undefined {
    const times = this.#timesOf(event)
    if (times === undefined) return undefined
    return { fromMs: this.#instant(times, 'startMs'), toMs: this.#instant(times, 'endMs') }
  }

  #instant(times: EventTimes, side: 'startMs' | 'endMs'): number {
    return times.isAllDay ? instantMsAt(this.#object.zones.floating, times[side]) : times[side]
  }

  #timesOf(event: Event): EventTimes | undefined {
    try {
      return draftTimes(event, this.#object.zones.floating)
    } catch (error) {
      if (error instanceof ApiError) return undefined
      throw error
    }
  }
}

const isIn = (ms: number, { fromMs, toMs }: TimeRange): boolean => fromMs <= ms && ms < toMs

/** An event without duration counts as being at its start. */
export const overlaps = (one: TimeRange, { fromMs, toMs }: TimeRange): boolean =>
  one.fromMs < toMs && (one.toMs > fromMs || (one.toMs === one.fromMs && one.fromMs >= fromMs))

/** When an alarm goes off, after the first time. */
function repetitionsOf(alarm: ComponentTree): number[] {
  const count = Number(propertyValue(alarm, 'REPEAT') ?? 0)
  const everyMs = durationMs(propertyValue(alarm, 'DURATION') ?? '')
  if (everyMs === undefined || !(count > 0)) return [0]
  return Array.from({ length: Math.min(count, repetitionsMax) + 1 }, (_, at) => at * everyMs)
}

function durationMs(text: string): number | undefined {
  try {
    const relativeTo = Temporal.PlainDate.from('2000-01-01')
    return Temporal.Duration.from(text.trim()).total({ unit: 'milliseconds', relativeTo })
  } catch {
    return undefined
  }
}
