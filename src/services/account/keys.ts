import type { KeyRecord } from '#/auth/api-keys.ts'
import {
  array,
  dateTime,
  kind,
  object,
  readOnly,
  requiredBy,
  string,
  type TypeOf,
} from '#/contract/schema.ts'
import { wireMoment } from './schemas/moment.ts'

export const OwnKey = object('OwnKey', {
  kind: kind('almanac#key'),
  id: readOnly(string({ about: 'Names it here, and is of no other use.' })),
  name: requiredBy(
    string({ about: 'What its user calls it.', lengthMax: 200 }),
    'account.keys.insert',
  ),
  created: readOnly(dateTime({ about: 'When it was made.' })),
  key: readOnly(string({ about: 'Its text, which is shown this once, when it is made.' })),
})

export const OwnKeys = object('OwnKeys', { kind: kind('almanac#keys'), items: array(OwnKey) })

export const wireKey = ({
  id,
  name,
  createdAtMs,
}: Pick<KeyRecord, 'id' | 'name' | 'createdAtMs'>): TypeOf<typeof OwnKey> => ({
  kind: 'almanac#key',
  id,
  name,
  created: wireMoment(createdAtMs),
})
