import { describe, expect, it } from 'vitest'
import { seedJsonSchema } from './json-schema.ts'

interface Described {
  readonly properties: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
  readonly additionalProperties: unknown
}

const schema = seedJsonSchema()
const definitions = schema.$defs as Readonly<Record<string, Described>>

describe('the JSON Schema of seeds', () => {
  it('requires what the server requires, and nothing else', () => {
    expect(schema).toMatchObject({ required: ['version'], additionalProperties: false })
    expect(definitions.SeedUser!.required).toEqual(['email'])
    expect(definitions.SeedCalendar!.required).toBeUndefined()
  })

  it('accepts a string for what can be abbreviated', () => {
    expect(definitions.SeedEvent!.properties.start).toMatchObject({
      anyOf: [{ type: 'string' }, { $ref: '#/$defs/EventDateTime' }],
    })
  })

  it('accepts numbers for ids, and further columns of advertising', () => {
    expect(definitions.SeedAdsGrant!.properties.agencyId).toMatchObject({
      type: ['string', 'integer'],
    })
    const scalar = { type: ['string', 'number', 'boolean'] }
    expect(definitions.SeedAdsCampaign).toMatchObject({
      properties: { campaignId: scalar },
      additionalProperties: scalar,
    })
  })

  it('defines everything that it refers to', () => {
    const names = [...JSON.stringify(schema).matchAll(/"#\/\$defs\/(\w+)"/g)].map(
      ([, name]) => name,
    )
    expect(names.length).toBeGreaterThan(20)
    expect(names.filter((name) => !(name! in definitions))).toEqual([])
  })
})
