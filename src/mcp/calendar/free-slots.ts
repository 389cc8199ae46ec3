/** A span of time, as milliseconds since 1970. */
export interface Span {
  readonly startMs: number
  readonly endMs: number
}

export interface SlotOptions {
  readonly window: Span
  readonly durationMs: number
  readonly timeZone: string
  /** When a day of work begins and ends, as minutes after midnight. */
  readonly dayStart: number
  readonly dayEnd: number
  readonly excludesWeekends: boolean
  readonly count: number
}

/** Slots begin at multiples of this after the start of what is free. */
const stepMs = 15 * 60_000
const minuteMs = 60_000

/** The first free slots of the requested duration, at most one per free period and hour. */
export function freeSlots(busy: readonly Span[], options: SlotOptions): Span[] {
  const { durationMs, count } = options
  const blocked = mergedSpans(busy)
  const slots: Span[] = []
  for (const hours of workingHours(options)) {
    for (const free of spansWithout(hours, blocked)) {
      let startMs = Math.ceil(free.startMs / stepMs) * stepMs
      while (startMs + durationMs <= free.endMs) {
        slots.push({ startMs, endMs: startMs + durationMs })
        if (slots.length === count) return slots
        startMs += Math.max(durationMs, 4 * stepMs)
      }
    }
  }
  return slots
}

/** Overlapping and touching spans as one, in order. */
function mergedSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const span of spans.toSorted((one, other) => one.startMs - other.startMs)) {
    const last = merged.at(-1)
    if (last === undefined || span.startMs > last.endMs) merged.push(span)
    else if (span.endMs > last.endMs) merged[merged.length - 1] = { ...last, endMs: span.endMs }
  }
  return merged
}

/** The parts of a span that no blocked one covers. */
function* spansWithout({ startMs, endMs }: Span, blocked: readonly Span[]): Generator<Span> {
  let fromMs = startMs
  for (const block of blocked) {
    if (block.endMs <= fromMs) continue
    if (block.startMs >= endMs) break
    if (block.startMs > fromMs) yield { startMs: fromMs, endMs: block.startMs }
    fromMs = block.endMs
  }
  if (fromMs < endMs) yield { startMs: fromMs, endMs }
}

/** The working hours of each day in the window, in its time zone. */
function* workingHours(options: SlotOptions): Generator<Span> {
  const { window, timeZone, dayStart, dayEnd, excludesWeekends } = options
  const at = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone)
  const last = at(window.endMs).toPlainDate()
  let day = at(window.startMs).toPlainDate()
  for (; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
    if (excludesWeekends && day.dayOfWeek > 5) continue
    const startMs = Math.max(window.startMs, minuteOf(day, timeZone, dayStart))
    const endMs = Math.min(window.endMs, minuteOf(day, timeZone, dayEnd))
    if (startMs < endMs) yield { startMs, endMs }
  }
}

/** The moment at which a wall clock shows a minute of a day; 1440 is the end of the day. */
function minuteOf(day: Temporal.PlainDate, timeZone: string, minute: number): number {
  if (minute >= 1440) return day.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds
  const plainTime = new Temporal.PlainTime(Math.floor(minute / 60), minute % 60)
  return day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds
}

export const minutesMs = (minutes: number): number => minutes * minuteMs
