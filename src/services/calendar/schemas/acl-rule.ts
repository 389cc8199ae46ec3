import {
  about,
  array,
  kind,
  object,
  readOnly,
  requiredBy,
  string,
  type TypeOf,
} from '#/contract/schema.ts'
import { endTokens } from '../reading/walk.ts'

const Scope = object(undefined, {
  type: requiredBy(
    string({ about: 'One of default (everybody), user, group, domain.', lengthMax: 16 }),
    'calendar.acl.insert',
    'calendar.acl.update',
  ),
  value: string({
    about: 'The address of the user or group, or the name of the domain.',
    lengthMax: 320,
  }),
})

export const AclRule = object('AclRule', {
  kind: kind('calendar#aclRule'),
  etag: readOnly(string({ about: 'Changes with the rule.' })),
  id: readOnly(string({ about: 'The scope as one text, such as `user:demo@almanac.test`.' })),
  role: requiredBy(
    string({
      about:
        'One of none, freeBusyReader, reader, writerWithoutPrivateAccess, writer, owner. None revokes access.',
      lengthMax: 64,
    }),
    'calendar.acl.insert',
  ),
  scope: requiredBy(
    about('The scope of the rule.', Scope),
    'calendar.acl.insert',
    'calendar.acl.update',
  ),
})

export const Acl = object('Acl', {
  kind: kind('calendar#acl'),
  etag: readOnly(string({ about: 'Changes with any of the rules.' })),
  items: array(AclRule, { about: 'The rules.' }),
  ...endTokens,
})

export type AclRule = TypeOf<typeof AclRule>
export type Acl = TypeOf<typeof Acl>
