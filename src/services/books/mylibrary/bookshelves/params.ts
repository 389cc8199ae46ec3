import { string } from '#/contract/schema.ts'

export const volumeIdParam = string({ about: 'The id of the volume.' })
