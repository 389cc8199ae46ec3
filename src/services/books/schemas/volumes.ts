import { array, integer, kind, object, type TypeOf } from '#/contract/schema.ts'
import { Volume } from './volume.ts'

export const Volumes = object('Volumes', {
  items: array(Volume, { about: 'The volumes; absent if there are none.' }),
  kind: kind('books#volumes'),
  totalItems: integer({ about: 'How many there are on all pages.' }),
})

export type Volumes = TypeOf<typeof Volumes>
