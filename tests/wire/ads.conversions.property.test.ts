import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { type AdsUser, newAdsUser, tellPlatform } from '../support/ads-platform.ts'
import { conversionsIn } from '../support/conversion-answers.ts'
import { ofKeyword, recently } from '../support/conversion-rows.ts'
import { runsAt } from '../support/property-runs.ts'
import { onServers } from '../support/sites.ts'

/** Few ids on purpose, so that rows meet what is there already, removed or not. */
const steps = fc.array(
  fc.record({
    verb: fc.constantFrom('insert', 'update', 'remove'),
    rows: fc.array(
      fc.record({ id: fc.integer({ min: 0, max: 5 }), quantity: fc.integer({ min: 1, max: 9 }) }),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  { maxLength: 8 },
)

type Model = Map<string, { quantity: string; state: string }>

let rounds = 0

onServers('conversions written by any means', (site) => {
  let user: AdsUser
  const atMs = recently()

  beforeAll(async () => {
    await tellPlatform(site)
    user = await newAdsUser(site)
  })

  it('are what a list of them would be', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (each) => {
        const prefix = `p${++rounds}-`
        const model: Model = new Map()
        for (const { verb, rows } of each) {
          const isRemoval = verb === 'remove'
          const sent = rows.map(({ id, quantity }) =>
            ofKeyword({
              conversionId: `${prefix}${id}`,
              conversionTimestamp: atMs,
              quantityMillis: String(quantity * 1000),
              ...(isRemoval && { state: 'REMOVED' }),
            }),
          )
          const reply = await (verb === 'insert' ? user.insert(...sent) : user.update(...sent))
          const bad = sent.filter((row, index) => !apply(model, verb, row, sent.slice(0, index)))
          expect(reply.status).toBe(bad.length === 0 ? 200 : 400)
        }
        expect(await held(user, prefix)).toEqual(model)
      }),
      { numRuns: runsAt(site.place, 12) },
    )
  })

  it('are each there once when two upload the same at the same time', async () => {
    const rows = Array.from({ length: 50 }, (_, index) =>
      ofKeyword({ conversionId: `both-${index}`, conversionTimestamp: atMs }),
    )
    const replies = await Promise.all([user.insert(...rows), user.insert(...rows.toReversed())])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await held(user, 'both-')).size).toBe(50)
  })
})

type Row = ReturnType<typeof ofKeyword> & { quantityMillis?: string; state?: string }

/** What a row does to the model; false where it has to be refused. */
function apply(model: Model, verb: string, row: Row, before: readonly Row[]): boolean {
  const id = row.conversionId
  if (before.some((other) => other.conversionId === id)) return false
  const known = model.get(id)
  if ((verb === 'insert') === (known !== undefined)) return false
  const state = row.state ?? known?.state ?? 'ACTIVE'
  model.set(id, { quantity: row.quantityMillis!, state })
  return true
}

async function held(user: AdsUser, prefix: string): Promise<Model> {
  const rows: [string, { quantity: string; state: string }][] = []
  for (let startRow = 0; ; startRow += 1000) {
    const page = conversionsIn(await user.list({ startRow }))
    for (const { conversionId, quantityMillis, state } of page) {
      if (!String(conversionId).startsWith(prefix)) continue
      rows.push([String(conversionId), { quantity: String(quantityMillis), state: String(state) }])
    }
    if (page.length < 1000) return new Map(rows)
  }
}
