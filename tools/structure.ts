import { sourcesMatching } from '../tests/support/sources.ts'
import { cyclesIn, folderSizes, linesIn, smallHelpers } from '../tests/support/structure.ts'

/** A file below this many lines that only one other file imports could be a part of it. */
const smallLinesMax = 60

const usage = `node tools/structure.ts [folder]...

Prints how many files, lines and folders the sources below the folders have (src without any), which
folder is the largest, which files import each other in a circle, and how many short files only one other
file imports. Tests are not counted.
`

const folders = process.argv.slice(2)
if (folders.some((folder) => folder.startsWith('-'))) {
  process.stdout.write(usage)
  process.exit(1)
}
const all = sourcesMatching('src/**/*.{ts,tsx}').filter(({ path }) => !/\.test\.tsx?$/.test(path))
for (const folder of folders.length === 0 ? ['src'] : folders) {
  const prefix = `${folder.replace(/\/$/, '')}/`
  const sources = all.filter(({ path }) => path.startsWith(prefix))
  const sizes = [...folderSizes(sources)].toSorted(([, one], [, other]) => other - one)
  const lines = sources.reduce((sum, { text }) => sum + linesIn(text), 0)
  const small = smallHelpers(all, smallLinesMax).filter((path) => path.startsWith(prefix))
  const cycles = cyclesIn(sources)
  const [largest, count] = sizes[0] ?? ['none', 0]
  process.stdout.write(`${folder}
  files                  ${sources.length}
  lines                  ${lines}
  folders                ${sizes.length}
  largest folder         ${largest} (${count} files)
  import cycles          ${cycles.length}
${cycles.map((paths) => `    ${paths.join('\n    ')}\n`).join('')}  short, one importer    ${small.length}
`)
}
