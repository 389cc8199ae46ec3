import { object } from '#/contract/schema.ts'

export const Empty = object('Empty', {}, { about: 'Nothing to tell: it is done.' })
