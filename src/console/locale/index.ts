export { dateFormat, formatDistance, formatList, formatMoney, formatNumber } from './formats.ts'
export { directionOf, firstDayOfWeek, language, weekendDays } from './language.ts'
export { loadTemporal } from './temporal.ts'
export { chooseTimeZone, timeZone, timeZones, useTimeZone } from './time-zone.ts'
