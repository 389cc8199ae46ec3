import { expect, it } from 'vitest'
import { expectCheapHere } from '../../../../tests/support/cpu-time.ts'
import { descriptionText } from './layout.ts'

it.each([
  ['plain', 'plain'],
  ['a < b and c > d', 'a < b and c > d'],
  ['<p>one</p><p>two<br/>three</p>', 'one\ntwo\nthree'],
  ['<ul><li>one</li><li>two</li></ul>', '- one\n- two'],
  ['<a href="https://x.test/?a=1&amp;b=2">here</a> &amp; there', 'here & there'],
  ['&lt;b&gt; &#8364; &#x20AC; &nbsp;| &unknown; &#99999999;', '<b> € €  | &unknown; &#99999999;'],
  ['<b class="x', '<b class="x'],
  ['\r\none\r\n\r\ntwo\t3\u0007', 'one\n\ntwo 3'],
])('the description %j reads %j', (description, text) => {
  expect(descriptionText(description)).toBe(text)
})

it('a description of opening tags alone is read in linear time', () =>
  expectCheapHere(() => descriptionText('<a '.repeat(300_000))))
