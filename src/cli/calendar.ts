import type { Command } from 'commander'
import { requireUser } from './require-user.ts'
import { say, whereTheDataIs, withCore, withSettings } from './settings.ts'

export function addCalendar(program: Command): void {
  const calendar = program
    .command('calendar')
    .description('Subscribe users to calendars of other servers.')

  withSettings(
    calendar
      .command('subscribe <email> <address>')
      .description('Create a read-only calendar that follows an iCalendar feed.')
      .option('--name <title>', 'The title of the calendar. Defaults to the title of the feed.')
      .addHelpText(
        'after',
        `
A running server reads the feed at once, and again every ALMANAC_SUBSCRIPTION_REFRESH_MINUTES.

Examples:
  almanac calendar subscribe demo@almanac.test https://example.com/holidays.ics
  almanac calendar subscribe demo@almanac.test webcal://example.com/waste.ics --name Waste`,
      ),
    [...whereTheDataIs, 'webhookPrivate'],
  ).action((email: string, address: string, { name: summary, ...options }) =>
    withCore(options, async (core) => {
      const user = await requireUser(core.directory, email)
      const owner = { userId: user.id, email: user.email }
      const id = await core.calendar.subscribe({ owner, clientId: '', address, summary })
      say(`Created ${id}.`)
    }),
  )

  withSettings(
    calendar
      .command('subscriptions <email>')
      .description('List the subscriptions of a user: calendar, address, last refresh and error.')
      .addHelpText('after', '\nExample:\n  almanac calendar subscriptions demo@almanac.test'),
    whereTheDataIs,
  ).action((email: string, options) =>
    withCore(options, async (core) => {
      const { id: userId } = await requireUser(core.directory, email)
      for (const row of await core.calendar.subscriptions.listOf(core.database, userId)) {
        const last =
          row.refreshedAtMs === null
            ? 'never refreshed'
            : Temporal.Instant.fromEpochMilliseconds(row.refreshedAtMs).toString()
        say([row.calendarId, row.address, last, row.error ?? ''].join('\t').trimEnd())
      }
    }),
  )
}
