import { describe, expect, it } from 'vitest'
import type { Patch } from '#/contract/schema.ts'
import {
  eventContext,
  expectRefused,
  hour,
  stored,
} from '../../../../../tests/support/event-drafts.ts'
import type { Event } from '../../schemas/event.ts'
import { draftForInsert, draftForPatch } from '../event-draft.ts'
import { propertiesText, propertyConstraint, propertyNeedle } from './extended-properties.ts'

const context = eventContext()

const inserted = (body: Event, where = context) => draftForInsert({ ...hour, ...body }, where)

const patched = (body: Event, patch: Patch<Event>, where = context) =>
  draftForPatch(stored(inserted(body)), patch, where)

describe('the properties that clients keep with an event', () => {
  const privately = (properties: Record<string, string>) => ({
    extendedProperties: { private: properties },
  })

  it('lose keys that are too long, and long values are truncated', () => {
    const long = { ['k'.repeat(44)]: '🎂'.repeat(2000), ['k'.repeat(45)]: 'dropped' }
    expect(inserted(privately(long)).content.extendedProperties?.private).toEqual({
      ['k'.repeat(44)]: '🎂'.repeat(1024),
    })
  })

  it('are merged by key, and a null deletes', () => {
    const both = patched(privately({ a: '1' }), privately({ b: '2' }))
    expect(both.content.extendedProperties?.private).toEqual({ a: '1', b: '2' })
    const deleted = { extendedProperties: { private: { a: null } } } as unknown as Patch<Event>
    expect(draftForPatch(stored(both), deleted, context).content.extendedProperties).toEqual({
      private: { b: '2' },
    })
    expect(patched(privately({ a: '1' }), deleted).content).not.toHaveProperty('extendedProperties')
  })

  it.each([
    ['300', Object.fromEntries(Array.from({ length: 301 }, (_, index) => [`k${index}`, '']))],
    [
      'bytes',
      Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`k${index}`, 'v'.repeat(1024)])),
    ],
  ])('are refused beyond the limit of %s', (message, properties) => {
    expectRefused(() => inserted(privately(properties)), { reason: 'invalid', message })
  })
})

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
