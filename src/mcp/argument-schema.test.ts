import { expect, it } from 'vitest'
import { array, boolean, integer, object, oneOf, optional, string } from '#/contract/schema.ts'
import { argumentSchema } from './argument-schema.ts'
import { tools } from './tools.ts'

it('publishes types, limits and required arguments', () => {
  const args = {
    name: string({ about: 'The name.', lengthMax: 10 }),
    size: optional(integer({ minimum: 1, maximum: 5, default: 2 })),
    kinds: optional(array(oneOf('a', 'b'), { itemsMax: 3 })),
    more: optional(object(undefined, { isOn: boolean() })),
  }
  expect(argumentSchema(args)).toEqual({
    type: 'object',
    properties: {
      name: { type: 'string', description: 'The name.', maxLength: 10 },
      size: { type: 'integer', minimum: 1, maximum: 5, default: 2 },
      kinds: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, maxItems: 3 },
      more: {
        type: 'object',
        properties: { isOn: { type: 'boolean' } },
        additionalProperties: false,
      },
    },
    required: ['name'],
    additionalProperties: false,
  })
})

it.each(tools.map((tool) => [tool.name, tool] as const))(
  '%s explains itself and its arguments',
  (name, { about, args, kind }) => {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect(about).toMatch(/^[A-Z].*\.$/)
    for (const [argument, schema] of Object.entries(args)) {
      expect([argument, schema.about]).toEqual([argument, expect.stringMatching(/\.$/)])
    }
    expect('dryRun' in args).toBe(kind !== 'read')
    expect('confirm' in args).toBe(kind === 'destructive')
  },
)
