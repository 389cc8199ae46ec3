import { globSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'

const console = join(import.meta.dirname, '..')

interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly [member: string]: unknown
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** Attributes whose values are never shown. */
const technical = new Set(['className', 'd', 'href', 'id', 'key', 'pattern', 'to', 'type'])

/** Names of keys, headers and modules, product names, and messages for developers. */
const allowed = new Set([
  'Active',
  'Almanac',
  'Area',
  'Authorization: Bearer ',
  'Bearer ',
  'Date',
  'End',
  'Enter',
  'Escape',
  'False',
  'Home',
  'Integer',
  'Money',
  'No token: the server answered with ',
  'None',
  'Nobody is signed in here.',
  'Notification',
  'Percent',
  'Tab',
  'Temporal',
  'The server has not ended the session.',
  'This is text.',
  'True',
])

/** A capitalized word that ends or goes on as prose does, or three words in a row. */
const prose = /^[A-Z][a-z]+(?:[ .,:…?!]|$)|[a-z]+ [a-z]+ (?:a|an|are|by|in|is|of|on|the|to) /

/** Texts that a file shows without a catalog, with their lines. */
function literalTexts(name: string, source: string): string[] {
  const found: string[] = []
  const report = ({ start }: SyntaxNode, text: string) => {
    found.push(`${source.slice(0, start).split('\n').length}: ${text.replace(/\s+/g, ' ').trim()}`)
  }
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each)
    if (!isNode(value) || /^(?:Import|TSLiteralType)/.test(value.type)) return
    if (value.type === 'JSXText') {
      if (/\p{Letter}/u.test(String(value.value))) report(value, String(value.value))
    } else if (value.type === 'Literal' || value.type === 'TemplateElement') {
      const text = isNode(value.value) ? '' : textOf(value)
      if (prose.test(text) && !allowed.has(text)) report(value, text)
    } else if (value.type !== 'JSXAttribute' || !technical.has(nameOf(value))) {
      for (const each of Object.values(value)) visit(each)
    }
  }
  visit(parseSync(name, source).program.body)
  return found
}

const textOf = ({ value }: SyntaxNode): string =>
  typeof value === 'string' ? value : ((value as { cooked?: string } | null)?.cooked ?? '')

const nameOf = ({ name }: SyntaxNode): string => String((name as { name?: string }).name)

const files = globSync('**/*.{ts,tsx}', { cwd: console }).filter(
  (file) => !file.includes('.test.') && !file.startsWith('texts'),
)

it('no component contains text that is not in a catalog', () => {
  const found = files.flatMap((file) =>
    literalTexts(file, readFileSync(join(console, file), 'utf8')).map(
      (text) => `${relative('.', file)}:${text}`,
    ),
  )
  expect(files.length).toBeGreaterThan(150)
  expect(found).toEqual([])
})

it.each([
  ['<p>None yet.</p>', ['1: None yet.']],
  ["<Field label='Name' />", ['1: Name']],
  ['toast({ text: `Deleted it.` })', ['1: Deleted it.']],
  ['<p className="Wide area">{t.none}</p>', []],
])('the check finds literal text: %s', (source, expected) => {
  expect(literalTexts('example.tsx', source)).toEqual(expected)
})

/** The keys of a catalog, with the kind of each text. */
function keysOf(texts: object, path = ''): string[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    const key = path === '' ? name : `${path}.${name}`
    if (typeof text === 'object') return keysOf(text as object, key)
    return [typeof text === 'function' ? `${key}(${text.length})` : key]
  })
}

const areas = globSync('english/*.ts', { cwd: import.meta.dirname }).map((file) =>
  basename(file, '.ts'),
)

it.each(areas)('the German catalog of %s has the same keys as the English one', async (area) => {
  const [english, german] = await Promise.all(
    ['english', 'german'].map(
      (language) => import(join(import.meta.dirname, language, `${area}.ts`)),
    ),
  )
  expect(keysOf(german[area])).toEqual(keysOf(english[area]))
  expect(keysOf(english[area]).length).toBeGreaterThan(20)
})
