import { integer, optional, string } from '#/contract/schema.ts'

const pageSizeMax = 250

/** The size of a page of rules, entries or settings where the caller names none. */
export const pageSizeDefault = 100

/** The parameters of every list of rules, entries or settings. */
export const walkParams = {
  maxResults: optional(
    integer({ about: 'Most entries on a page: 100 unless given.', minimum: 1, cap: pageSizeMax }),
  ),
  pageToken: optional(string({ about: 'Which page to give.' })),
  syncToken: optional(string({ about: 'Gives only what has changed since.' })),
}
