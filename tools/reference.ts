import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generatedPages } from './pages.ts'

// Writes the generated pages; a test fails when one of them is stale.
for (const [path, text] of await generatedPages()) {
  const file = fileURLToPath(new URL(`../${path}`, import.meta.url))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
