import { describe, expect, it } from 'vitest'
import { auditEntry } from './entry.ts'

const at = { at: 1, address: '192.0.2.1' }

describe('an entry of the audit log', () => {
  it('is complete, with unknown fields empty', () => {
    expect(auditEntry({ action: 'auth.signOut' }, at)).toEqual({
      at: 1,
      action: 'auth.signOut',
      outcome: 'success',
      reason: '',
      actorType: 'anonymous',
      actorId: '',
      actor: '',
      object: '',
      clientId: '',
      address: '192.0.2.1',
      times: 1,
      details: '',
    })
  })

  it.each([
    ['cuts what is too long', 'x'.repeat(10_000), 'x'.repeat(500)],
    ['leaves out what PostgreSQL cannot keep', 'a\0b', 'ab'],
    ['repairs half a character', 'a\ud83d', 'a\ufffd'],
  ])('%s', (_, object, expected) => {
    expect(auditEntry({ action: 'a', object }, at).object).toBe(expected)
  })

  it('keeps the details that fit, whole', () => {
    const details = { role: 'owner', name: 'x'.repeat(3000), nothing: undefined, isNew: true }
    expect(JSON.parse(auditEntry({ action: 'a', details }, at).details)).toEqual({
      role: 'owner',
      isNew: true,
    })
  })

  it('keeps details with characters that PostgreSQL cannot keep readable', () => {
    const { details } = auditEntry({ action: 'a', details: { a: 'x\0y\\u0000', b: '\ud83d' } }, at)
    expect(details).not.toContain('\0')
    expect(Object.keys(JSON.parse(details))).toEqual(['a', 'b'])
  })
})
