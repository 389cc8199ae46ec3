import { followsFeed } from '#/services/calendar/calendar/new-ids.ts'
import { itemsOf, rowsOf } from './pages.ts'
import { type InventoryContext, keyOf } from './resource.ts'

const eventsPerPage = 2500
const entriesPerPage = 250

/**
 * Every calendar with its rules and events, as its owner reads them: series unexpanded, with their
 * exceptions and deleted instances. An event is listed on each calendar that has a copy of it.
 */
export async function readCalendars({ core, client, add }: InventoryContext): Promise<void> {
  const { calendars, database } = core.calendar
  const base = core.settings.calendarBasePath
  const rows = rowsOf(
    (page) => calendars.page(database, page),
    ({ id }) => id,
  )
  for await (const { id, ownerEmail: owner } of rows) {
    const target = `${base}/calendars/${encodeURIComponent(id)}`
    const calendar = await client.call({ as: owner, method: 'GET', target })
    add({ type: 'calendar.calendar', key: id, owner, resource: calendar })
    // Feeds have none.
    if (!followsFeed({ id, isPrimary: id === owner ? 1 : 0 })) {
      const rules = itemsOf(client, {
        as: owner,
        target: `${target}/acl?maxResults=${entriesPerPage}`,
      })
      for await (const resource of rules) {
        add({ type: 'calendar.aclRule', key: keyOf(id, String(resource.id)), owner, resource })
      }
    }
    const events = itemsOf(client, {
      as: owner,
      target: `${target}/events?maxResults=${eventsPerPage}&showHiddenInvitations=true`,
    })
    for await (const resource of events) {
      add({ type: 'calendar.event', key: keyOf(id, String(resource.id)), owner, resource })
    }
  }
}

/** What users have on their calendar lists, hidden entries included, and all of their settings. */
export async function readCalendarLists(
  { core, client, add }: InventoryContext,
  emails: readonly string[],
): Promise<void> {
  const base = core.settings.calendarBasePath
  for (const owner of emails) {
    const list = `${base}/users/me/calendarList?maxResults=${entriesPerPage}&showHidden=true`
    for await (const resource of itemsOf(client, { as: owner, target: list })) {
      const key = keyOf(owner, String(resource.id))
      add({ type: 'calendar.calendarListEntry', key, owner, resource })
    }
    const settings = `${base}/users/me/settings?maxResults=${entriesPerPage}`
    for await (const resource of itemsOf(client, { as: owner, target: settings })) {
      const key = keyOf(owner, String(resource.id))
      add({ type: 'calendar.setting', key, owner, resource })
    }
  }
}
