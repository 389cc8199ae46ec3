import { string } from '#/contract/schema.ts'

/** What ends a page of every list that can be walked and synced. */
export const endTokens = {
  nextPageToken: string({ about: 'Asks for the next page; absent on the last one.' }),
  nextSyncToken: string({ about: 'Asks later for what has changed; on the last page only.' }),
}
