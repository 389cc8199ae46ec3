import { refusal, refuse } from '#/kernel/errors.ts'
import type { CallOperation } from '../operation-client.ts'

const writingRoles = ['owner', 'writer', 'writerWithoutPrivateAccess']

/** Refuses a dry run of a write that the caller's role on the calendar does not allow. */
export async function requireWriter(call: CallOperation, calendarId: string): Promise<void> {
  const { accessRole } = await call({
    operation: 'calendar.events.list',
    params: { calendarId, maxResults: 1, fields: 'accessRole' },
  })
  if (!writingRoles.includes(String(accessRole))) {
    throw refuse(
      403,
      refusal('requiredAccessLevel', 'You need to have writer access to this calendar.'),
    )
  }
}
