import { describe, expect, it } from 'vitest'
import { readIfHeader } from './if-header.ts'

const has = (etag: string | undefined, isNegated = false) => ({ etag, isNegated })

describe('the If header of WebDAV', () => {
  it.each([
    ['an etag', '(["a"])', [{ tag: undefined, conditions: [has('"a"')] }]],
    [
      'lists of several conditions',
      '(<urn:x> ["a b)"]) (Not [W/"c"] not <DAV:no-lock>)',
      [
        { tag: undefined, conditions: [has(undefined), has('"a b)"')] },
        { tag: undefined, conditions: [has('W/"c"', true), has(undefined, true)] },
      ],
    ],
    [
      'tags, which are those of all lists up to the next',
      '<http://a.test/b> (["a"]) (["b"]) </c>(["c"])',
      [
        { tag: 'http://a.test/b', conditions: [has('"a"')] },
        { tag: 'http://a.test/b', conditions: [has('"b"')] },
        { tag: '/c', conditions: [has('"c"')] },
      ],
    ],
  ])('has %s', (_, header, lists) => {
    expect(readIfHeader(header)).toEqual(lists)
  })

  it.each([
    ...['', '()', '(', '(["a"]', '["a"]', '([a])', '(["a"]) x', '</a>', '(["a"]) </a> (["b"])'],
    ...['(["a"])'.repeat(21), `(${'["a"]'.repeat(2_000)})`],
  ])('cannot be %s', (header) => {
    expect(readIfHeader(header)).toBeUndefined()
  })
})
