import { type AuditFilter, noFilter } from '#/audit/reading.ts'
import { dateTime, oneOf, optional, string } from '#/contract/schema.ts'

const lengthMax = 500

/** What narrows the audit log. */
export const filterParams = {
  timeMin: optional(dateTime({ about: 'Entries of this time or later.' })),
  timeMax: optional(dateTime({ about: 'Entries of an earlier time.' })),
  actor: optional(string({ about: 'The address or the id of who did it.', lengthMax })),
  action: optional(
    string({
      about: 'What actions begin with, such as `admin.users` or `auth.signIn`.',
      lengthMax,
    }),
  ),
  object: optional(
    string({ about: 'What objects begin with, such as `users/ann@example.com`.', lengthMax }),
  ),
  outcome: optional(oneOf('success', 'refused', 'failed')),
}

interface FilterValues {
  readonly timeMin?: string
  readonly timeMax?: string
  readonly actor?: string
  readonly action?: string
  readonly object?: string
  readonly outcome?: string
}

export const filterOf = (values: FilterValues): AuditFilter => ({
  ...noFilter,
  ...values,
  timeMin: values.timeMin === undefined ? noFilter.timeMin : momentMs(values.timeMin),
  timeMax: values.timeMax === undefined ? noFilter.timeMax : momentMs(values.timeMax),
})

const momentMs = (text: string): number => Temporal.Instant.from(text).epochMilliseconds
