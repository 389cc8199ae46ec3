import type { SeedImport } from '../import.ts'
import type { SeedCalendar } from './calendars.ts'
import { type AddedEvent, type Attendee, eventsTarget, quietly, replacements } from './events.ts'

/**
 * Sets the responses of attendees to those of the seed. Rooms and absent users have responded automatically.
 */
export async function importAnswers(
  context: SeedImport,
  events: readonly AddedEvent[],
): Promise<void> {
  const { client } = context
  for (const event of events) {
    const responding = event.attendees.filter(({ responseStatus }) => responseStatus !== undefined)
    if (responding.length === 0) continue
    const target = `${eventsTarget(context, event.calendar)}/${encodeURIComponent(event.id)}`
    const present = await client.call({ as: event.calendar.owner, method: 'GET', target })
    const { attendees = [] } = present as { attendees?: readonly Attendee[] }
    const answers = new Map(attendees.map(({ email, responseStatus }) => [email, responseStatus]))
    for (const attendee of responding) {
      const email = attendee.email!.toLowerCase()
      const isSame = (answers.get(email) ?? attendee.responseStatus) === attendee.responseStatus
      if (!isSame) await answer(context, event, { ...attendee, email })
    }
  }
}

async function answer(
  context: SeedImport,
  { id, path }: AddedEvent,
  attendee: Attendee & { readonly email: string },
): Promise<void> {
  const { core, client, at } = context
  const { email } = attendee
  const owner =
    (await core.calendar.resources.find(email))?.owner ?? (await core.directory.find(email))?.email
  if (owner === undefined) return
  const events = eventsTarget(context, { id: email })
  const target = `${events}/${encodeURIComponent(id)}?${quietly({})}`
  const body = { attendees: [attendee] }
  await at(`${path}.attendees`, () => client.call({ as: owner, method: 'PATCH', target, body }))
}

/** Applies what attendees have changed on their copies of events. */
export async function importInvitations(
  context: SeedImport,
  calendar: SeedCalendar,
): Promise<void> {
  const { client, at } = context
  for (const [index, { id = '', ...body }] of calendar.invitations.entries()) {
    const target = `${eventsTarget(context, calendar)}/${encodeURIComponent(id)}?${quietly({})}`
    const call = { as: calendar.owner, target }
    await at(`${calendar.path}.invitations[${index}]`, async () => {
      const replaced =
        'reminders' in body
          ? replacements(await client.call({ ...call, method: 'GET' }), {
              reminders: body.reminders,
            })
          : {}
      await client.call({ ...call, method: 'PATCH', body: { ...body, ...replaced } })
    })
  }
}
