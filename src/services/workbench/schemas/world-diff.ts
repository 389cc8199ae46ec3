import { any, array, integer, map, object, string } from '#/contract/schema.ts'

const key = string({
  about: 'Names the resource among those of its type, such as `calendar id/event id`.',
})
const owner = string({ about: 'The user whose resource it is, where it belongs to one.' })
const resource = map(any(), { about: 'The resource, as its owner reads it.' })

const DiffedResource = object('DiffedResource', { key, owner, resource })

const ChangedField = object('ChangedField', {
  field: string({ about: 'A field of the resource.' }),
  before: { ...any(), about: 'What it was; absent when the resource did not have it.' },
  after: { ...any(), about: 'What it is; absent when the resource no longer has it.' },
})

const UpdatedResource = object('UpdatedResource', {
  key,
  owner,
  resource,
  changes: array(ChangedField, {
    about: 'The fields that differ. `etag`, `updated` and `sequence` are never among them.',
  }),
})

const TypeDiff = object('TypeDiff', {
  created: array(DiffedResource),
  updated: array(UpdatedResource),
  deleted: array(DiffedResource, { about: 'Resources as they were.' }),
})

export const WorldDiff = object('WorldDiff', {
  since: string({ about: 'The snapshot that the world is compared with, where one was named.' }),
  count: integer({ about: 'How many resources differ.' }),
  types: map(TypeDiff, {
    about: 'What differs, by the type of the resources, such as `calendar.event`.',
  }),
})
