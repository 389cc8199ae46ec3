import { describe, expect, it } from 'vitest'
import { plainText } from './plain-text.ts'
import { textSnippet } from './snippet.ts'

describe('a snippet', () => {
  it('shows the words in bold and everything else as text', () => {
    expect(textSnippet('A <i>Zebra</i> & two zebras', ['zebra'])).toBe(
      'A &lt;i&gt;<b>Zebra</b>&lt;/i&gt; &amp; two <b>zebras</b>',
    )
  })

  it('starts and ends at word boundaries, near the first match', () => {
    const text = `${'lorem ipsum '.repeat(50)}zebra ${'dolor sit '.repeat(50)}`
    const snippet = textSnippet(text, ['zebra'])!
    expect(snippet).toMatch(/^\.\.\. (?:lorem|ipsum) .*<b>zebra<\/b>.* \.\.\.$/)
    expect(snippet.length).toBeLessThan(230)
  })

  it('is empty if no word is found, or only stop words', () => {
    expect(textSnippet('the sea', ['zebra'])).toBeUndefined()
    expect(textSnippet('the sea', ['the'])).toBeUndefined()
  })

  it('finds words with any diacritics', () => {
    expect(textSnippet('Une soirée', ['soiree'])).toBe('Une <b>soirée</b>')
  })
})

describe('plain text', () => {
  it('has no markup except for its lines and characters', () => {
    expect(plainText('<p>One<br>two &amp; <b>three</b></p> &#8211; &lt;x&gt;')).toBe(
      'One\ntwo & three\n– <x>',
    )
    expect(plainText('5 < 6 & 7')).toBe('5 < 6 & 7')
  })
})
