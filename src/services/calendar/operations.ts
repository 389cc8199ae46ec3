import { clear as clearCalendar } from './calendars/clear.ts'
import { delete_ as deleteCalendar } from './calendars/delete.ts'
import { get as getCalendar } from './calendars/get.ts'
import { insert as insertCalendar } from './calendars/insert.ts'
import { patch as patchCalendar } from './calendars/patch.ts'
import { update as updateCalendar } from './calendars/update.ts'
import { get as getColors } from './colors/get.ts'
import { get as getSetting } from './settings/get.ts'
import { list as listSettings } from './settings/list.ts'
import { update as updateSetting } from './settings/update.ts'

/** Every operation of the calendar service. */
export const calendarOperations = [
  clearCalendar,
  deleteCalendar,
  getCalendar,
  insertCalendar,
  patchCalendar,
  updateCalendar,
  getColors,
  getSetting,
  listSettings,
  updateSetting,
]
