export {
  changeDisplaySettings,
  type DisplaySettings,
  displaySettings,
  type TextLanguage,
  textLanguages,
} from './display-settings.ts'
export { dateFormat, formatDistance, formatList, formatMoney, formatNumber } from './formats.ts'
export { directionOf, firstDayOfWeek, language, textLanguage, weekendDays } from './language.ts'
export { formatClock, formatMoment, isDate, momentMs, wireTime } from './moment.ts'
export { nowMs } from './now.ts'
export { loadTemporal } from './temporal.ts'
export { chooseTimeZone, timeZone, timeZones, useTimeZone } from './time-zone.ts'
