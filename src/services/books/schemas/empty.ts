import { object } from '#/contract/schema.ts'

export const Empty = object('Empty', {}, { about: 'An empty response.' })
