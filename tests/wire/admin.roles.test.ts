import { beforeAll, describe, expect, it } from 'vitest'
import type { HttpReply } from '../support/http.ts'
import { expectRefusal } from '../support/refusal.ts'
import { embeddedEngine, wireEngines } from '../support/server.ts'
import { sharedServers } from '../support/shared-server.ts'
import { admin, administrator, freshEmail } from './admin-fixture.ts'

const roles = ['owner', 'userAdministrator', 'auditor', 'adsAdministrator'] as const
type Role = (typeof roles)[number]

const nobody = 'nobody@example.com'

/** Every operation as a call, and who may make it: `o`, `u`, `a` and `s` in the order of the roles. */
const table = `
  audit.list                GET     /audit                                o-a-
  audit.export              GET     /audit/export                         o-a-
  users.list                GET     /users                                oua-
  users.get                 GET     /users/{nobody}                       oua-
  users.insert              POST    /users                                ou--
  users.patch               PATCH   /users/{nobody}                       ou--
  users.delete              DELETE  /users/{nobody}                       ou--
  users.disable             POST    /users/{nobody}/disable               ou--
  users.enable              POST    /users/{nobody}/enable                ou--
  users.setPassword         POST    /users/{nobody}/setPassword           ou--
  users.invite              POST    /users/{nobody}/invite                ou--
  users.revokeAll           POST    /users/{nobody}/revokeAll             ou--
  users.secondFactors.delete DELETE /users/{nobody}/secondFactors         ou--
  users.tokens.list         GET     /users/{nobody}/tokens                oua-
  users.tokens.delete       DELETE  /users/{nobody}/tokens/x              ou--
  users.identities.list     GET     /users/{nobody}/identities            oua-
  users.identities.invite   POST    /users/{nobody}/identities/invite     ou--
  users.identities.delete   DELETE  /users/{nobody}/identities/x          ou--
  groups.list               GET     /groups                               oua-
  groups.get                GET     /groups/{nobody}                      oua-
  groups.insert             POST    /groups                               ou--
  groups.delete             DELETE  /groups/{nobody}                      ou--
  groups.members.list       GET     /groups/{nobody}/members              oua-
  groups.members.insert     POST    /groups/{nobody}/members              ou--
  groups.members.delete     DELETE  /groups/{nobody}/members/x            ou--
  domains.list              GET     /domains                              oua-
  domains.insert            POST    /domains                              o---
  domains.delete            DELETE  /domains/nowhere.example              o---
  identityProviders.list    GET     /identityProviders                    o---
  identityProviders.get     GET     /identityProviders/x                  o---
  identityProviders.insert  POST    /identityProviders                    o---
  identityProviders.patch   PATCH   /identityProviders/x                  o---
  identityProviders.delete  DELETE  /identityProviders/x                  o---
  resources.list            GET     /resources                            oua-
  resources.get             GET     /resources/{nobody}                   oua-
  resources.insert          POST    /resources                            ou--
  resources.delete          DELETE  /resources/{nobody}                   ou--
  adsGrants.list            GET     /users/{nobody}/adsGrants             o-as
  adsGrants.insert          POST    /users/{nobody}/adsGrants             o--s
  adsGrants.delete          DELETE  /users/{nobody}/adsGrants?agencyId=1  o--s
  channels.list             GET     /channels                             o-a-
  channels.deliveries.list  GET     /channels/x/deliveries                o-a-
  channels.redeliver        POST    /channels/x/redeliver                 o---
  channels.delete           DELETE  /channels/x                           o---
  health.get                GET     /health                               ouas
  jobs.count                GET     /jobs/counts                          o-a-
  jobs.list                 GET     /jobs                                 o-a-
  jobs.retry                POST    /jobs/x/retry                         o---
  jobs.delete               DELETE  /jobs/x                               o---
  timetable.list            GET     /timetable                            o-a-
  timetable.run             POST    /timetable/x/run                      o---
  metrics.list              GET     /metrics                              ouas
  requests.list             GET     /requests                             o-a-`

const rows = table
  .trim()
  .split('\n')
  .map((line) => {
    const [id = '', method = '', path = '', marks = ''] = line.trim().split(/\s+/)
    const allowed = roles.filter((_, index) => marks[index] !== '-')
    return { id, method, path: path.replaceAll('{nobody}', nobody), allowed }
  })

for (const engine of wireEngines) {
  describe(`roles of administrators on ${engine.name}`, {
    skip: engine.unavailable !== undefined,
  }, () => {
    const shared = sharedServers(engine)
    const callers = new Map<Role, Awaited<ReturnType<typeof administrator>>>()
    const of = (role: Role) => callers.get(role)!

    beforeAll(async () => {
      for (const role of roles) {
        callers.set(role, await administrator(shared.place, shared.servers[0]!, role))
      }
    })

    const call = (role: Role, { method, path }: (typeof rows)[number]): Promise<HttpReply> => {
      const caller = of(role)
      const address = `${admin}${path}`
      if (method === 'GET') return caller.get(address)
      if (method === 'DELETE') return caller.delete(address)
      return method === 'PATCH' ? caller.patch(address, {}) : caller.post(address, {})
    }

    it('are declared for every operation', async () => {
      const { json } = await of('owner').get('/discovery/v1/apis/admin/v1/rest')
      const ids = [...JSON.stringify(json.resources).matchAll(/"id":"admin\.([\w.]+)"/g)]
      expect(rows.map(({ id }) => id).sort()).toEqual(ids.map((match) => match[1]).sort())
    })

    const onlyOwners = {
      status: 403,
      reason: 'forbidden',
      message: expect.stringMatching(/^Only an owner may/),
    }

    it('are granted and revoked by owners only', async () => {
      const manager = of('userAdministrator')
      const email = freshEmail()
      const wanted = { email, adminRole: 'auditor' }
      expectRefusal(await manager.post(`${admin}/users`, wanted), onlyOwners)
      expect((await manager.post(`${admin}/users`, { email })).status).toBe(200)
      for (const adminRole of [...roles, null]) {
        const user = `${admin}/users/${email}`
        expectRefusal(await manager.patch(user, { adminRole }), onlyOwners)
        const self = `${admin}/users/${manager.email}`
        expectRefusal(await manager.patch(self, { adminRole }), onlyOwners)
      }
      for (const adminRole of roles) {
        const { json } = await of('owner').patch(`${admin}/users/${email}`, { adminRole })
        expect(json).toMatchObject({ adminRole, isAdmin: true })
      }
      const { json } = await of('owner').patch(`${admin}/users/${email}`, { adminRole: null })
      expect(json.adminRole).toBeUndefined()
      expect(json.isAdmin).toBe(false)
    })

    it('protect those who have one from user administrators', async () => {
      const manager = of('userAdministrator')
      for (const role of ['owner', 'auditor', 'adsAdministrator'] as const) {
        const user = `${admin}/users/${of(role).email}`
        const password = 'another one of mine'
        expectRefusal(await manager.post(`${user}/setPassword`, { password }), onlyOwners)
        expectRefusal(await manager.post(`${user}/disable`), onlyOwners)
        expectRefusal(await manager.post(`${user}/enable`), onlyOwners)
        expectRefusal(await manager.post(`${user}/revokeAll`), onlyOwners)
        expectRefusal(await manager.delete(`${user}/tokens/x`), onlyOwners)
        expectRefusal(await manager.patch(user, { name: 'Mallory' }), onlyOwners)
        expectRefusal(await manager.delete(user), onlyOwners)
      }
      const self = `${admin}/users/${manager.email}`
      expect((await manager.patch(self, { name: 'Manager' })).json.name).toBe('Manager')
    })

    it('cannot be revoked from the last owner, even by two owners at the same time', async () => {
      const server = shared.servers[0]!
      const boss = of('owner')
      const { json } = await boss.get(`${admin}/users?maxResults=500`)
      const others = (json.items as { email: string; adminRole?: string }[]).filter(
        ({ email, adminRole }) => adminRole === 'owner' && email !== boss.email,
      )
      for (const { email } of others) {
        await boss.patch(`${admin}/users/${email}`, { adminRole: null })
      }
      const last = {
        status: 403,
        reason: 'forbidden',
        message: expect.stringMatching(/^This is the last owner/),
      }
      expectRefusal(await boss.patch(`${admin}/users/${boss.email}`, { adminRole: null }), last)
      const second = await administrator(shared.place, server)
      const replies = await Promise.all([
        boss.patch(`${admin}/users/${second.email}`, { adminRole: null }),
        second.patch(`${admin}/users/${boss.email}`, { adminRole: null }),
      ])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 403])
      const { json: after } = await of('userAdministrator').get(`${admin}/users?maxResults=500`)
      const owners = (after.items as { adminRole?: string }[]).filter(
        ({ adminRole }) => adminRole === 'owner',
      )
      expect(owners).toHaveLength(1)
    })

    // The rules below do not depend on the engine.
    if (engine !== embeddedEngine) return

    for (const row of rows) {
      it(`let only ${row.allowed.join(', ')} call ${row.id}`, async () => {
        for (const role of roles) {
          const reply = await call(role, row)
          if (row.allowed.includes(role)) expect([role, reply.status]).not.toEqual([role, 403])
          else {
            const message = `This needs one of these roles: ${row.allowed.join(', ')}.`
            expectRefusal(reply, { status: 403, reason: 'forbidden', message })
          }
        }
      })
    }
  })
}
