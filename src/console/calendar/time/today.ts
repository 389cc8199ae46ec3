import { nowMs } from '../../locale/index.ts'

const nowIn = (zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(nowMs()).toZonedDateTimeISO(zone)

export const todayIn = (zone: string): Temporal.PlainDate => nowIn(zone).toPlainDate()

/** The next full hour, the default start of new events. */
export const nextHour = (zone: string): Temporal.ZonedDateTime =>
  nowIn(zone).add({ hours: 1 }).round({ smallestUnit: 'hour', roundingMode: 'floor' })
