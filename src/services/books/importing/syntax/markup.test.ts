import { describe, expect, it } from 'vitest'
import { growth, linearGrowthMax } from '../../../../../tests/support/growth.ts'
import { description, markupOfText, reducedMarkup } from './markup.ts'

describe('a description', () => {
  it.each([
    ['<p>One <em>two</em> <strong>three</strong></p>', '<p>One <i>two</i> <b>three</b></p>'],
    ['one<br/>two', 'one<br>two'],
    ['<b onclick="x()">bold</b>', '<b>bold</b>'],
    ['<script>alert(1)</script>after', 'after'],
    ['<STYLE>p{}</STYLE><p>after', '<p>after</p>'],
    ['<b>open <i>both', '<b>open <i>both</i></b>'],
    ['</i>closed', 'closed'],
    ['<p>one<p>two', '<p>one</p><p>two</p>'],
    ['a < b & c &eacute; &#233; &#xe9; &nope;', 'a &lt; b &amp; c é é é &amp;nope;'],
    ['&lt;script&gt;', '&lt;script&gt;'],
    ['<!-- gone -->here<img src=x onerror=y>', 'here'],
    ['<a href="javascript:x">link</a>', 'link'],
    ['text <unfinished', 'text'],
    ['&#55296;x', '&amp;#55296;x'],
  ])('keeps of %j only the harmless marks', (html, reduced) => {
    expect(reducedMarkup(html)).toBe(reduced)
  })

  it.each(['', '   ', '<p></p>', '<b> </b><br>'])('is not there when %j says nothing', (html) => {
    expect(reducedMarkup(html)).toBeUndefined()
  })

  it('that is text keeps its lines and is escaped', () => {
    expect(markupOfText('One & <two>\r\n\n\n\nthree')).toBe('One &amp; &lt;two&gt;<br><br>three')
    expect(description('5 < 6')).toBe('5 &lt; 6')
    expect(description('five<br />six')).toBe('five<br>six')
  })

  it.each(['<b><i>', '<', '<!--', '<script>', '&'])(
    'of nothing but %s is reduced in linear time',
    async (piece) => {
      const reduce = (size: number) => reducedMarkup(piece.repeat(size))
      expect(await growth(80_000, reduce)).toBeLessThan(linearGrowthMax)
    },
  )
})
