import { describe, expect, it } from 'vitest'
import { BadEntry } from './entry.ts'
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
    ['in an entry', `<all><record>one</record><record>${nested(20_000)}</record></all>`],
    ['around entries', `<all><record>one</record>${nested(20_000, '<record>two</record>')}</all>`],
    ['without an end', `<all><record>one</record>${'<x:a xmlns:x="y">'.repeat(20_000)}`],
  ])('is read no further where 20,000 elements are nested %s', async (_, text) => {
    const found = await readAll(text.slice(0, 1000), text.slice(1000))
    expect(found).toEqual(['one', 'the file is nested too deeply'])
  })
})
