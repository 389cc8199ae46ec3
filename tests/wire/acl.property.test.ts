import fc from 'fast-check'
import { expect, it } from 'vitest'
import { newSharedCalendar, type Role, rolesIn } from '../support/sharing.ts'
import { onEveryEngine, runsOn } from '../support/sites.ts'

const runs = 10

const ruleIds = ['user:ann@example.com', 'user:bob@example.com', 'group:team@example.com']

/** Few rules and roles on purpose, so that changes of nothing and back again come up often. */
const grants = fc.tuple(
  fc.constantFrom('default', ...ruleIds),
  fc.constantFrom<Role>('none', 'freeBusyReader', 'reader'),
)

onEveryEngine('changing rules by any means', (site) => {
  it('changes the etag of the list exactly when the list changes', async () => {
    const owner = await site.user()
    await fc.assert(
      fc.asyncProperty(fc.array(grants, { maxLength: 8 }), async (steps) => {
        const calendar = await newSharedCalendar(site, owner)
        let before = await calendar.list()
        for (const [ruleId, role] of steps) {
          await calendar.share({ [ruleId]: role })
          const after = await calendar.list()
          const isAlike = JSON.stringify(rolesIn(after)) === JSON.stringify(rolesIn(before))
          expect(after.etag === before.etag).toBe(isAlike)
          before = after
        }
      }),
      { numRuns: runsOn(site, runs) },
    )
  })
})
