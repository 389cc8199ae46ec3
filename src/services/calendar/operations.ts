import { delete_ as deleteRule } from './acl/delete.ts'
import { get as getRule } from './acl/get.ts'
import { insert as insertRule } from './acl/insert.ts'
import { list as listRules } from './acl/list.ts'
import { patch as patchRule } from './acl/patch.ts'
import { update as updateRule } from './acl/update.ts'
import { watch as watchRules } from './acl/watch.ts'
import { delete_ as deleteEntry } from './calendarList/delete.ts'
import { get as getEntry } from './calendarList/get.ts'
import { insert as insertEntry } from './calendarList/insert.ts'
import { list as listEntries } from './calendarList/list.ts'
import { listShared } from './calendarList/listShared.ts'
import { patch as patchEntry } from './calendarList/patch.ts'
import { update as updateEntry } from './calendarList/update.ts'
import { watch as watchEntries } from './calendarList/watch.ts'
import { clear as clearCalendar } from './calendars/clear.ts'
import { delete_ as deleteCalendar } from './calendars/delete.ts'
import { export_ as exportCalendar } from './calendars/export.ts'
import { get as getCalendar } from './calendars/get.ts'
import { import_ as importCalendar } from './calendars/import.ts'
import { insert as insertCalendar } from './calendars/insert.ts'
import { patch as patchCalendar } from './calendars/patch.ts'
import { transferOwnership } from './calendars/transferOwnership.ts'
import { update as updateCalendar } from './calendars/update.ts'
import { delete_ as deleteChannel } from './channels/delete.ts'
import { list as listDeliveries } from './channels/deliveries/list.ts'
import { list as listChannels } from './channels/list.ts'
import { redeliver } from './channels/redeliver.ts'
import { stop as stopChannel } from './channels/stop.ts'
import { get as getColors } from './colors/get.ts'
import { search as searchDirectory } from './directory/search.ts'
import { delete_ as deleteEvent } from './events/delete.ts'
import { get as getEvent } from './events/get.ts'
import { import_ as importEvent } from './events/import.ts'
import { insert as insertEvent } from './events/insert.ts'
import { insertFromMail } from './events/insertFromMail.ts'
import { instances as listInstances } from './events/instances.ts'
import { list as listEvents } from './events/list.ts'
import { move as moveEvent } from './events/move.ts'
import { patch as patchEvent } from './events/patch.ts'
import { previewQuickAdd } from './events/previewQuickAdd.ts'
import { quickAdd } from './events/quickAdd.ts'
import { receiveReply } from './events/receiveReply.ts'
import { search as searchEvents } from './events/search.ts'
import { update as updateEvent } from './events/update.ts'
import { watch as watchEvents } from './events/watch.ts'
import { delete_ as deleteFeed } from './feeds/delete.ts'
import { list as listFeeds } from './feeds/list.ts'
import { reset as resetFeed } from './feeds/reset.ts'
import { query as queryFreeBusy } from './freebusy/query.ts'
import { get as getSetting } from './settings/get.ts'
import { list as listSettings } from './settings/list.ts'
import { update as updateSetting } from './settings/update.ts'
import { watch as watchSettings } from './settings/watch.ts'
import { open as openStream } from './stream/open.ts'
import { insert as insertSubscription } from './subscriptions/insert.ts'
import { list as listSubscriptions } from './subscriptions/list.ts'
import { refresh as refreshSubscription } from './subscriptions/refresh.ts'

/** Every operation of the calendar service. */
export const calendarOperations = [
  deleteRule,
  getRule,
  insertRule,
  listRules,
  patchRule,
  updateRule,
  watchRules,
  deleteEntry,
  getEntry,
  insertEntry,
  listEntries,
  listShared,
  patchEntry,
  updateEntry,
  watchEntries,
  clearCalendar,
  deleteCalendar,
  exportCalendar,
  getCalendar,
  importCalendar,
  insertCalendar,
  patchCalendar,
  transferOwnership,
  updateCalendar,
  deleteChannel,
  listDeliveries,
  listChannels,
  redeliver,
  stopChannel,
  getColors,
  searchDirectory,
  deleteEvent,
  getEvent,
  importEvent,
  insertEvent,
  insertFromMail,
  listInstances,
  listEvents,
  moveEvent,
  patchEvent,
  previewQuickAdd,
  quickAdd,
  receiveReply,
  searchEvents,
  updateEvent,
  watchEvents,
  deleteFeed,
  listFeeds,
  resetFeed,
  queryFreeBusy,
  getSetting,
  listSettings,
  updateSetting,
  watchSettings,
  openStream,
  insertSubscription,
  listSubscriptions,
  refreshSubscription,
]
