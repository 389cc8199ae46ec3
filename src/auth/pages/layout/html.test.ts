import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../../../tests/support/any-text.ts'
import { html, trustedHtml } from './html.ts'

describe('a template', () => {
  it('escapes what could close a text or an attribute', () => {
    expect(html`<p title="${`"'`}">${'<b>&amp;'}</p>`.toString()).toBe(
      '<p title="&quot;&#39;">&lt;b&gt;&amp;amp;</p>',
    )
  })

  it('keeps markup, joins lists and omits what is absent', () => {
    const items = ['a', '<'].map((text) => html`<li>${text}</li>`)
    expect(html`<ul>${items}</ul>${undefined}${false}${0}${trustedHtml('<hr>')}`.toString()).toBe(
      '<ul><li>a</li><li>&lt;</li></ul>0<hr>',
    )
  })

  it('does not treat text as markup that only resembles it', () => {
    const forged = { toString: () => '<b>', map: () => ['<b>'] } as unknown as string
    expect(html`${forged}`.toString()).toBe('&lt;b&gt;')
  })

  it('returns every text when it is read', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const escaped = html`${text}`.toString()
        expect(escaped).not.toMatch(/[<>"']/)
        expect(read(escaped)).toBe(text)
      }),
    )
  })
})

const characters: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  amp: '&',
}

const read = (escaped: string) =>
  escaped.replace(/&([^;]+);/g, (_, name: string) => characters[name] ?? 'unknown')
