import { array, kind, object, string } from '#/contract/schema.ts'

const SavedColumn = object(
  'SavedColumn',
  {
    kind: kind('doubleclicksearch#savedColumn'),
    savedColumnName: string({ about: 'Its name, as reports have to spell it.' }),
    type: string({ about: 'The type of its values.' }),
  },
  { about: 'A column that an advertiser has defined.' },
)

export const SavedColumnList = object(
  'SavedColumnList',
  {
    items: array(SavedColumn, { about: 'The saved columns.' }),
    kind: kind('doubleclicksearch#savedColumnList'),
  },
  { about: 'The saved columns of an advertiser.' },
)
