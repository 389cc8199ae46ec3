import { describe, expect, it } from 'vitest'
import { expectRefused } from '../../../../../tests/support/event-drafts.ts'
import { propertiesText, propertyConstraint, propertyNeedle } from './extended-properties.ts'

describe('the text of properties', () => {
  const text = propertiesText({
    extendedProperties: { private: { team: 'blue', 'a"b': '' }, shared: { room: '["x"]' } },
  })

  it.each([
    ['private', 'team', 'blue', true],
    ['private', 'a"b', '', true],
    ['shared', 'room', '["x"]', true],
    ['shared', 'team', 'blue', false],
    ['private', 'team', 'blu', false],
    ['private', 'eam', 'blue', false],
  ] as const)('holds the %s property %s=%s: %s', (kind, key, value, isHeld) => {
    expect(text.includes(propertyNeedle(kind, key, value))).toBe(isHeld)
  })

  it('is empty if there are none', () => {
    expect(propertiesText({})).toBe('')
  })
})

describe('a constraint on properties', () => {
  it.each([
    ['a=b', { key: 'a', value: 'b' }],
    ['a=b=c', { key: 'a', value: 'b=c' }],
    ['a=', { key: 'a', value: '' }],
  ])('%s is split at the first sign of equality', (text, expected) => {
    expect(propertyConstraint(text, 'privateExtendedProperty')).toEqual(expected)
  })

  it('is refused without one', () => {
    expectRefused(() => propertyConstraint('team', 'privateExtendedProperty'), {
      reason: 'invalid',
    })
  })
})
