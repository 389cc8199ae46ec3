import type { DomainRecord } from '#/auth/domains.ts'
import { array, kind, object, requiredBy, string, type TypeOf } from '#/contract/schema.ts'
import { created, wireMoment } from './schemas/moment.ts'

export const Domain = object('Domain', {
  kind: kind('admin#domain'),
  name: requiredBy(string({ about: 'Such as `example.com`.' }), 'admin.domains.insert'),
  created,
})

export const DomainList = object('DomainList', {
  kind: kind('admin#domains'),
  items: array(Domain),
  nextPageToken: string({ about: 'Asks for the next page; absent on the last one.' }),
})

export const wireDomain = ({ name, createdAtMs }: DomainRecord): TypeOf<typeof Domain> => ({
  kind: 'admin#domain',
  name,
  created: wireMoment(createdAtMs),
})
