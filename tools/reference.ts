import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { publicationsOf } from '../src/contract/discovery-publication.ts'
import { compatibilityOf, renderApiPage, renderCompatibility } from '../src/contract/reference.ts'
import { services } from '../src/services.ts'

// Writes docs/reference from the declared operations. With --check it writes nothing and fails
// when a page is stale.

const folder = new URL('../docs/reference/', import.meta.url)
const publications = publicationsOf(services)

const pages = new Map([
  ['compatibility.md', renderCompatibility(compatibilityOf(publications))],
  ...publications.map(
    ({ api, operations }) => [`${api.name}.md`, renderApiPage(api, operations)] as const,
  ),
])

function isStale(name: string, text: string): boolean {
  const file = new URL(name, folder)
  return !existsSync(file) || readFileSync(file, 'utf8') !== text
}

const stale = [...pages].filter(([name, text]) => isStale(name, text))

if (!process.argv.includes('--check')) {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of stale) writeFileSync(new URL(name, folder), text)
} else if (stale.length > 0) {
  const names = stale.map(([name]) => name).join(', ')
  process.stderr.write(`Stale: ${names}. Run \`npm run reference\`.\n`)
  process.exitCode = 1
}
