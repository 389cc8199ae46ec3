import { describe, expect, it } from 'vitest'
import { diffText } from './diff-text.ts'
import type { WorldDiff } from './world-registry.ts'

const created = (type: string, resource: Record<string, unknown>): WorldDiff => ({
  [type]: { created: [{ key: 'ann/1', resource }], updated: [], deleted: [] },
})

describe('the text of a diff', () => {
  it('has a line for each resource, and one for each field that was changed', () => {
    const text = diffText({
      'calendar.event': {
        created: [{ key: 'ann/1', resource: { summary: 'Lunch' } }],
        updated: [
          {
            key: 'ann/2',
            resource: { summary: 'Dinner' },
            changes: [
              { field: 'location', before: 'Berlin' },
              { field: 'start', after: { date: '2030-01-01' } },
              { field: 'summary', before: 'Tea', after: 'Dinner' },
            ],
          },
        ],
        deleted: [{ key: 'ann/3', resource: {} }],
      },
      'calendar.aclRule': {
        created: [{ key: 'ann/user:bob', resource: { role: 'reader' } }],
        updated: [],
        deleted: [],
      },
    })
    expect(text).toBe(
      [
        '+ calendar.event  ann/1  "Lunch"',
        '~ calendar.event  ann/2  "Dinner"',
        '    location: "Berlin" -> (none)',
        '    start: (none) -> {"date":"2030-01-01"}',
        '    summary: "Tea" -> "Dinner"',
        '- calendar.event  ann/3',
        '+ calendar.aclRule  ann/user:bob  "reader"',
        '',
      ].join('\n'),
    )
  })

  it('says so when there are no changes', () => {
    expect(diffText({})).toBe('No changes.\n')
  })

  it.each([
    ['the title of a volume', { volumeInfo: { title: 'Kim' }, title: 'x' }, '"Kim"'],
    ['the title of a shelf', { title: 'To read' }, '"To read"'],
    ['the name of a user', { name: 'Ann' }, '"Ann"'],
    ['the value of a setting', { id: 'locale', value: 'en' }, '"en"'],
    ['a line feed, escaped', { summary: 'a\nb' }, String.raw`"a\nb"`],
    ['a long text, cut', { summary: 'a'.repeat(300) }, `"${'a'.repeat(199)}…`],
  ])('labels a resource with %s', (_, resource, label) => {
    expect(diffText(created('any.type', resource))).toBe(`+ any.type  ann/1  ${label}\n`)
  })
})
