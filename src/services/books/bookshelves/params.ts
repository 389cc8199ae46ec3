import { boolean, optional, string, uint32 } from '#/contract/schema.ts'

export const shelfParam = string({ about: 'The id of the shelf.' })
export const userIdParam = string({ about: 'The id of the user whose shelves they are.' })
export const sourceParam = optional(string({ about: 'Accepted and ignored.' }))

/** The parameters of a page. */
export const pageParams = (cap: number) => ({
  maxResults: optional(
    uint32({
      cap,
      about: `The maximum number of volumes per page. Defaults to ${volumesPerPage}.`,
    }),
  ),
  startIndex: optional(uint32({ about: 'The number of volumes to skip.' })),
  showPreorders: optional(boolean({ about: 'Accepted and ignored: there are no preorders.' })),
})

export const volumesPerPage = 10
