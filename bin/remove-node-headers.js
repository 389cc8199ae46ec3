import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

// Removes what the packages of Node contain besides the program: C++ headers, a third of their size, with
// which nothing here is compiled, and documents.
const require = createRequire(import.meta.url)
for (const name of Object.keys(require('../package.json').optionalDependencies)) {
  try {
    const folder = dirname(require.resolve(`${name}/package.json`))
    for (const part of ['include', 'share', 'CHANGELOG.md']) {
      rmSync(join(folder, part), { recursive: true, force: true })
    }
  } catch {
    // It is for another platform, or its folder is read-only, in which case it only takes more space.
  }
}
