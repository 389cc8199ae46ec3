import type { DomainRecord } from '#/auth/directory/domains.ts'
import { created, wireMoment } from '#/contract/moment.ts'
import { nextPageToken, pageOf, pageParams } from '#/contract/paging.ts'
import { array, kind, object, requiredBy, string, type TypeOf } from '#/contract/schema.ts'
import { duplicate, notFound, requiredField } from '#/kernel/errors.ts'
import { mayCall, operation } from './operation.ts'

const Domain = object('Domain', {
  kind: kind('admin#domain'),
  name: requiredBy(string({ about: 'Such as `example.com`.' }), 'admin.domains.insert'),
  created,
})

const DomainList = object('DomainList', {
  kind: kind('admin#domains'),
  items: array(Domain),
  nextPageToken,
})

const listDomains = operation(
  {
    id: 'admin.domains.list',
    http: 'GET /domains',
    summary: 'Lists the domains by name.',
    params: pageParams,
    reply: DomainList,
    roles: mayCall.seeUsers,
  },
  async ({ params, ...context }) => {
    const { entries, next } = await pageOf(context, params, {
      collection: 'admin.domains',
      read: (page) => context.domains.page(page),
      positionOf: ({ name }) => name,
    })
    return { kind: 'admin#domains', items: entries.map(wireDomain), ...next }
  },
)

const insertDomain = operation(
  {
    id: 'admin.domains.insert',
    http: 'POST /domains',
    summary: 'Adds a domain.',
    body: Domain,
    reply: Domain,
    roles: mayCall.manageServer,
    audit: { object: 'domains/{name}' },
  },
  async ({ body, domains }) => {
    if (body.name === undefined) throw requiredField('Missing name.')
    const domain = await domains.add(body.name)
    if (domain === undefined) throw duplicate('The domain')
    return wireDomain(domain)
  },
)

const deleteDomain = operation(
  {
    id: 'admin.domains.delete',
    http: 'DELETE /domains/{name}',
    summary: 'Deletes a domain. Users with addresses in it are not deleted.',
    params: { name: string({ about: 'The name of the domain.' }) },
    roles: mayCall.manageServer,
    audit: { object: 'domains/{name}' },
  },
  async ({ params, domains }) => {
    if (!(await domains.remove(params.name))) throw notFound()
  },
)

export const domainOperations = [listDomains, insertDomain, deleteDomain]

export const wireDomain = ({ name, createdAtMs }: DomainRecord): TypeOf<typeof Domain> => ({
  kind: 'admin#domain',
  name,
  created: wireMoment(createdAtMs),
})
