import { describe, expect, it } from 'vitest'
import { BadEntry } from '../entry.ts'
import { textOf, xmlEntries } from './xml.ts'

async function readAll(...chunks: readonly string[]): Promise<string[]> {
  const bytes = (async function* () {
    for (const chunk of chunks) yield Buffer.from(chunk)
  })()
  const found: string[] = []
  const reading = (element: Parameters<typeof textOf>[0]) => textOf(element) as never
  for await (const entry of xmlEntries(bytes, ['record'], reading)) {
    try {
      found.push(String(entry.read()))
    } catch (error) {
      if (!(error instanceof BadEntry)) throw error
      found.push(error.message)
    }
  }
  return found
}

const nested = (depth: number, inside = '') =>
  `${'<a>'.repeat(depth)}${inside}${'</a>'.repeat(depth)}`

describe('a file of XML', () => {
  it('may have an entry that is nested too deeply among others', async () => {
    const text = `<all><record>one</record><record>${nested(150)}</record><record>two</record></all>`
    expect(await readAll(text)).toEqual(['one', 'it is nested too deeply', 'two'])
  })

  it.each([
    ['a file', '<!DOCTYPE all [<!ENTITY e SYSTEM "file:///etc/passwd">]>'],
    ['an address', '<!DOCTYPE all [<!ENTITY e SYSTEM "http://127.0.0.1/">]>'],
    ['much text', `<!DOCTYPE all [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY e "&a;&a;&a;">]>`],
  ])('reads no entity that stands for %s', async (_, declaration) => {
    const text = `${declaration}<all><record>&e;</record><record>two</record></all>`
    const found = await readAll(text).catch((error: Error) => [error.message])
    expect(found.join()).not.toMatch(/root:|xxx/)
    expect(found.join()).toContain('entity')
  })

  it.each([
    ['in an entry', `<all><record>one</record><record>${nested(20_000)}</record></all>`],
    ['around entries', `<all><record>one</record>${nested(20_000, '<record>two</record>')}</all>`],
    ['without an end', `<all><record>one</record>${'<x:a xmlns:x="y">'.repeat(20_000)}`],
  ])('is read no further where 20,000 elements are nested %s', async (_, text) => {
    const found = await readAll(text.slice(0, 1000), text.slice(1000))
    expect(found).toEqual(['one', 'the file is nested too deeply'])
  })
})
