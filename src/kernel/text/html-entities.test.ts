import { expect, test } from 'vitest'
import { decodedText, escapedText } from './html-entities.ts'

test.for([
  ['&lt;b&gt; &amp;&NBSP;&#39;', "<b> & '"],
  ['&#8364;&#x20AC;&#1114111;', '€€\u{10ffff}'],
  ['one&#10;two', 'one\ntwo'],
  ['&unknown; &#0; &#x1b; &#xD800; &#1114112; &;', '&unknown; &#0; &#x1b; &#xD800; &#1114112; &;'],
] as const)('the text of %j is %j', ([html, text]) => {
  expect(decodedText(html)).toBe(text)
})

test('escaped text is decoded to itself', () => {
  const text = `<a href="x?a=1&b='2'">&amp;</a>`
  expect(decodedText(escapedText(text))).toBe(text)
})
