import { describe, expect, it } from 'vitest'
import { chainedAfter, chainHash, linkProblem } from './chain.ts'
import { type AuditEntry, auditEntry } from './entry.ts'

const start = { number: 0, hash: '' }
const entry = (action: string): AuditEntry => auditEntry({ action }, { at: 1000, address: '' })
const [first, second, third] = chainedAfter(start, ['a', 'b', 'c'].map(entry))

describe('the chain of the audit log', () => {
  it('numbers entries and continues a chain', () => {
    expect([first, second, third].map((one) => one?.number)).toEqual([1, 2, 3])
    expect(chainedAfter(second!, [entry('c')])).toEqual([third])
  })

  it('has no problems if it was not modified', () => {
    expect(linkProblem(start, first!)).toBeUndefined()
    expect(linkProblem(first!, second!)).toBeUndefined()
  })

  const changes: Partial<AuditEntry>[] = [
    { at: 1001 },
    { action: 'x' },
    { outcome: 'refused' },
    { reason: 'x' },
    { actorType: 'user' },
    { actorId: 'x' },
    { actor: 'x' },
    { object: 'x' },
    { clientId: 'x' },
    { address: 'x' },
    { times: 2 },
    { details: '{}' },
  ]

  it('covers every field of an entry', () => {
    const named = changes.flatMap((change) => Object.keys(change))
    expect(named.sort()).toEqual(Object.keys(entry('a')).sort())
  })

  it.each(changes)('notices %o', (change) => {
    const changed = { ...second!, ...change }
    expect(linkProblem(first!, changed)).toBe(
      'Entry 2 of the audit log was changed, or the one before it.',
    )
    // Whoever also computes the hash anew breaks the link to the next entry.
    const hash = chainHash(first!.hash, 2, changed)
    expect(linkProblem({ number: 2, hash }, third!)).toBe(
      'Entry 3 of the audit log was changed, or the one before it.',
    )
  })

  it('notices what is missing', () => {
    expect(linkProblem(first!, third!)).toBe('Entry 2 of the audit log is missing.')
    expect(linkProblem(start, third!)).toBe('Entries 1 to 2 of the audit log are missing.')
  })
})
