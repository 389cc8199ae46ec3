import { listAdsEntities, listAdvertisers } from './ads/accounts.ts'
import {
  getReport,
  listConversions,
  listReportColumns,
  listSavedColumns,
  runReport,
} from './ads/reports.ts'
import {
  addBookToShelf,
  listBookshelfBooks,
  listBookshelves,
  removeBookFromShelf,
} from './books/bookshelves.ts'
import { getBook, searchBooks } from './books/finding-books.ts'
import { createEvent } from './calendar/create-event.ts'
import { deleteEvent } from './calendar/delete-event.ts'
import { getEvent } from './calendar/get-event.ts'
import { getCalendarSettings } from './calendar/get-settings.ts'
import { listCalendars } from './calendar/list-calendars.ts'
import { listEvents } from './calendar/list-events.ts'
import { queryFreeBusy } from './calendar/query-free-busy.ts'
import { respondToEvent } from './calendar/respond-to-event.ts'
import { searchEvents } from './calendar/search-events.ts'
import { listCalendarAccess, shareCalendar, unshareCalendar } from './calendar/sharing.ts'
import { suggestTime } from './calendar/suggest-time.ts'
import { updateEvent } from './calendar/update-event.ts'
import type { Tool } from './tool.ts'
import { undo } from './undo.ts'

/** Every tool. */
export const tools: readonly Tool[] = [
  listCalendars,
  listEvents,
  searchEvents,
  getEvent,
  createEvent,
  updateEvent,
  deleteEvent,
  respondToEvent,
  suggestTime,
  queryFreeBusy,
  listCalendarAccess,
  shareCalendar,
  unshareCalendar,
  getCalendarSettings,
  searchBooks,
  getBook,
  listBookshelves,
  listBookshelfBooks,
  addBookToShelf,
  removeBookFromShelf,
  listAdvertisers,
  listAdsEntities,
  listReportColumns,
  runReport,
  getReport,
  listConversions,
  listSavedColumns,
  undo,
]
