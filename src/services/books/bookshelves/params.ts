import { boolean, optional, string, uint32 } from '#/contract/schema.ts'

export const shelfParam = string({ about: 'The id of the shelf.' })
export const userIdParam = string({ about: 'The id of the user whose shelves they are.' })
export const sourceParam = optional(string({ about: 'Accepted and ignored.' }))

/** The parameters of a page. */
export const pageParams = (cap: number) => ({
  maxResults: optional(
    uint32({ cap, about: `The most volumes of one answer, ${volumesPerPage} by default.` }),
  ),
  startIndex: optional(uint32({ about: 'How many volumes are passed over first.' })),
  showPreorders: optional(boolean({ about: 'Accepted and ignored: there are no preorders.' })),
})

export const volumesPerPage = 10
