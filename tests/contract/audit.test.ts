import { describe, expect, it } from 'vitest'
import { auditDetails, auditObject } from '#/contract/audit.ts'
import { type Contract, routeOf } from '#/contract/operation.ts'
import { accountService } from '#/services/account/service.ts'
import { adminService } from '#/services/admin/service.ts'
import { workbenchService } from '#/services/workbench/service.ts'
import { type LoadedService, loadServices } from '#/services.ts'

const contractsOf = ({ operations }: LoadedService) => operations.map(({ contract }) => contract)

const services = await loadServices()
const administering = services
  .filter(({ api }) => api === adminService.api || api === accountService.api)
  .flatMap(contractsOf)

const isRead = (contract: Contract) => routeOf(contract).method === 'GET'

/** Operations of everyday work that look like others: what became of them is seen in the data itself. */
const everyday: readonly string[] = [
  'calendar.events.delete',
  'calendar.events.import',
  'calendar.calendarList.delete',
  'calendar.channels.delete',
]

const verbs = /\.(?:delete|clear|clearVolumes|import|export|transferOwnership)$/
const sharing = /^calendar\.acl\.(?!watch)/

/** Whether an operation administers, shares, deletes, imports or exports. */
function needsAudit(contract: Contract): boolean {
  if (contract.isDownload === true) return true
  if (isRead(contract)) return false
  return (
    administering.includes(contract) ||
    ((verbs.test(contract.id) || sharing.test(contract.id)) && !everyday.includes(contract.id))
  )
}

const contracts = services.filter(({ api }) => api !== workbenchService.api).flatMap(contractsOf)
const audited = contracts.filter(({ audit }) => audit !== undefined)

describe('the audit log', () => {
  it('records every operation that administers, shares, deletes, imports or exports', () => {
    const silent = contracts.filter(
      (contract) => needsAudit(contract) && contract.audit === undefined,
    )
    expect(silent.map(({ id }) => id)).toEqual([])
    expect(audited.length).toBeGreaterThan(40)
  })

  it('records no everyday operation', () => {
    const ids = audited.map(({ id }) => id)
    expect(ids.filter((id) => everyday.includes(id))).toEqual([])
    expect(ids.filter((id) => /^calendar\.events\./.test(id))).toEqual([])
  })

  it.each(audited.map((contract) => [contract.id, contract] as const))(
    'names the object of %s by what the call has',
    (_, { audit, params, body }) => {
      const names = [...audit!.object.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
      const known = [...Object.keys(params), ...Object.keys(body?.properties ?? {})]
      expect(known).toEqual(expect.arrayContaining(names))
    },
  )

  it.each(audited.map((contract) => [contract.id, contract] as const))(
    'keeps nothing secret of %s',
    (_, { audit, body }) => {
      const { details = [] } = audit!
      expect(Object.keys(body?.properties ?? {})).toEqual(expect.arrayContaining([...details]))
      expect(details.filter((name) => /password|secret|token|key|code|text/i.test(name))).toEqual(
        [],
      )
    },
  )

  it('reads names from parameters, then from the body, and the own name of the caller', () => {
    const audit = { object: 'calendars/{calendarId}/acl/{role}', ownName: 'primary' }
    const call = { body: { role: 'reader' }, email: 'ann@example.com' }
    expect(auditObject(audit, { ...call, params: { calendarId: 'team' } })).toBe(
      'calendars/team/acl/reader',
    )
    expect(auditObject(audit, { ...call, params: { calendarId: 'primary' } })).toBe(
      'calendars/ann@example.com/acl/reader',
    )
    expect(auditObject(audit, { params: {}, body: null, email: '' })).toBe('calendars//acl/')
  })

  it('reads only declared fields of a body', () => {
    const audit = { object: 'users', details: ['name', 'role'] }
    expect(auditDetails(audit, { name: 'Ann', password: 'x' })).toEqual({ name: 'Ann' })
    expect(auditDetails(audit, undefined)).toEqual({})
  })
})
