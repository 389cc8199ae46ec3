import { describe, expect, it } from 'vitest'
import { mappedGroups } from './group-mapping.ts'

const rules = [
  { value: 'a', group: 'one@example.com' },
  { value: 'b', group: 'one@example.com' },
  { value: 'b', group: 'two@example.com' },
]

describe('groups that follow a claim', () => {
  it.each([
    [[], [], ['one@example.com', 'two@example.com']],
    [['a'], ['one@example.com'], ['two@example.com']],
    [['b'], ['one@example.com', 'two@example.com'], []],
    [['A', 'c'], [], ['one@example.com', 'two@example.com']],
  ])('are, for %j, %j and not %j', (values, member, stranger) => {
    expect(mappedGroups(rules, values)).toEqual({ member, stranger })
  })
})
