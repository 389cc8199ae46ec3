import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePlainXml } from './plain-xml.ts'
import { parseAnyXml } from './xml.ts'

const limits = { depthMax: 30, elementsMax: 20_000 }
const refused = Symbol('refused')

function anyParsed(text: string) {
  try {
    return parseAnyXml(text, () => {
      throw refused
    })
  } catch (error) {
    if (error === refused) return undefined
    throw error
  }
}

const multiget = `<?xml version="1.0" encoding="utf-8"?>
<c:calendar-multiget xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">
  <d:prop><d:getetag/><c:calendar-data content-type="text/calendar" version="2.0"/></d:prop>
  <d:href>/caldav/calendars/ann@example.com/a%20b.ics</d:href><d:href>Ä "quoted" 'text' > x</d:href>
</c:calendar-multiget>
`

describe('plain XML', () => {
  it.each([
    ['a request', multiget],
    ['a default namespace', '<a xmlns="urn:a"><b xmlns="urn:b" n="1"><c/></b ><d\n e=""/></a>\n\n'],
    [
      'a prefix declared again',
      '<p:a xmlns:p="urn:a"><p:b xmlns:p="urn:b"><p:c/></p:b><p:d/></p:a>',
    ],
    ['names that objects have', '<a constructor="1" __proto__="2"><toString/></a>'],
  ])('is parsed as any XML is: %s', (_, text) => {
    expect(parsePlainXml(text, limits)).toEqual(anyParsed(text))
    expect(parsePlainXml(text, limits)).toBeDefined()
  })

  it.each([
    ['text around the root', '<a/>x'],
    ['two roots', '<a/><b/>'],
    ['an open element', '<a><b></a>'],
    ['an unknown prefix', '<d:a/>'],
    ['the same attribute twice', '<a b="" b=""/>'],
    ['the same declaration twice', '<a xmlns:b="urn:a" xmlns:b="urn:b"/>'],
    ['a reserved prefix', '<a xmlns:xmlns="urn:a"/>'],
    ['a reserved namespace', '<a xmlns:b="http://www.w3.org/2000/xmlns/"/>'],
    ['a character that is not allowed', '<a>\u0001</a>'],
    ['the end of CDATA in a text', '<a>]]></a>'],
    ['an end that is empty', '<a><b></b/></a>'],
    ['too many levels', `${'<a>'.repeat(31)}${'</a>'.repeat(31)}`],
    ['too many elements', `<a>${'<b/>'.repeat(20_000)}</a>`],
    ['nothing', ''],
  ])('is not a text with %s', (_, text) => {
    expect(parsePlainXml(text, limits)).toBeUndefined()
    expect(anyParsed(text)).toBeUndefined()
  })

  it('is parsed as any XML is, or not at all, however it is changed', () => {
    const pieces = [
      ...multiget.match(/<[^>]*>|[^<]+/g)!,
      ...[
        '<!-- c -->',
        '<![CDATA[x]]>',
        '<?p?>',
        '&amp;',
        '&#13;',
        '\r\n',
        ']]>',
        '<',
        '>',
        '"',
        '=',
      ],
      ...['<a>', '</a>', '<a/>', '<p:a xmlns:p="urn:p">', '</p:a>', '<p:b/>', '\u00a0', '\t'],
      ...[' xmlns=""', " n='1'", ' n="1"', ' p:n="1"', ' xml:lang="en"', '<xml:a/>', '<xmlns:a/>'],
    ]
    const changes = fc.array(
      fc.record({
        at: fc.nat(multiget.length),
        length: fc.nat(12),
        piece: fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })),
      }),
      { maxLength: 3 },
    )
    const changedText = (start: string) =>
      changes.map((list) =>
        list.reduce((text, { at, length, piece }) => {
          const place = at % (text.length + 1)
          return text.slice(0, place) + piece + text.slice(place + length)
        }, start),
      )
    const joined = fc
      .array(fc.constantFrom(...pieces), { maxLength: 12 })
      .map((list) => list.join(''))
    const texts = fc.oneof(
      changedText(multiget),
      changedText('<a n="1">x<b xmlns="urn:b"/></a>'),
      joined,
    )
    fc.assert(
      fc.property(texts, (any) => {
        const text = any.toWellFormed()
        const plain = parsePlainXml(text, limits)
        if (plain !== undefined) expect(plain, text).toEqual(anyParsed(text))
      }),
      { numRuns: 3000 },
    )
  })
})
