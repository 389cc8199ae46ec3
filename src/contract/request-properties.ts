import { dateTime, integer, number, string, withDefault } from './schema.ts'

const shownDefault = 100
const shownMax = 1000

/** The properties of an answered request that its user and administrators see. */
export const requestProperties = {
  id: string({ about: 'Names the request; the first part names the process that answered it.' }),
  time: dateTime({ about: 'When it was answered.' }),
  operation: string({ about: 'What was asked for; `unknown` where there is no such thing.' }),
  method: string({ about: 'The HTTP method.' }),
  status: integer({ about: 'What was answered.' }),
  reason: string({ about: 'Why it was refused.' }),
  durationMs: number({ about: 'How long that took.' }),
}

/** How many of the latest requests a call shows. */
export const requestCount = withDefault(
  shownDefault,
  integer({ about: 'Most requests to show.', minimum: 1, cap: shownMax }),
)
