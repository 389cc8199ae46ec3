import { describe, expect, it } from 'vitest'
import { element, escapeXml, fullName, parseXml } from './xml.ts'

const parsed = (text: string) => parseXml(Buffer.from(text))

describe('the XML of requests', () => {
  it('is read with namespaces, whatever the prefixes are', () => {
    expect(
      parsed('<a:prop xmlns:a="DAV:" n="1"><x xmlns="urn:x">A&amp;<![CDATA[<B>]]></x></a:prop>'),
    ).toEqual({
      name: 'DAV: prop',
      attributes: expect.objectContaining({ n: '1' }),
      text: '',
      children: [expect.objectContaining({ name: 'urn:x x', text: 'A&<B>', children: [] })],
    })
    expect(parsed('')).toBeUndefined()
    expect(parseXml(undefined)).toBeUndefined()
  })

  it.each([
    ['text', 'nothing'],
    ['an open element', '<a>'],
    ['an unknown prefix', '<d:a/>'],
    ['an unknown entity', '<a>&x;</a>'],
    ['a type declaration', '<!DOCTYPE a><a/>'],
    ['an entity declaration', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
    ['too many levels', `${'<a>'.repeat(31)}${'</a>'.repeat(31)}`],
    ['too many elements', `<a>${'<b/>'.repeat(20_001)}</a>`],
    ['too many attributes', `<a>${'<b c="" d="" e=""/>'.repeat(400)}</a>`],
  ])('is refused with %s', (_, text) => {
    expect(() => parsed(text)).toThrow('not acceptable XML')
  })
})

describe('the XML of responses', () => {
  it('declares namespaces that are not its own', () => {
    expect(element(fullName('d', 'href'), 'x')).toBe('<d:href>x</d:href>')
    expect(element('urn:"x" y')).toBe('<x:y xmlns:x="urn:&quot;x&quot;"/>')
    expect(element(' y', 'z')).toBe('<y>z</y>')
  })

  it('contains no character that XML does not allow', () => {
    expect(escapeXml('<a&"b">\r\n\u0000\ud800')).toBe('&lt;a&amp;&quot;b&quot;&gt;&#13;\n\ufffd')
  })
})
