import { sourcesMatching } from '../tests/support/sources.ts'
import { cyclesIn, foldableFiles, folderSizes, linesIn } from '../tests/support/structure.ts'

const usage = `node tools/structure.ts [folder]...

Prints how many files, lines and folders the sources below the folders have (src without any), which
folder is the largest, which files import each other in a circle, and which short files could be a part of
the one file that imports them. Tests are counted as files of their folders only.
`

const folders = process.argv.slice(2)
if (folders.some((folder) => folder.startsWith('-'))) {
  process.stdout.write(usage)
  process.exit(1)
}
const everything = sourcesMatching('src/**/*.*')
const modules = everything.filter(({ path }) => /(?<!\.test)\.tsx?$/.test(path))
const foldable = foldableFiles(everything.filter(({ path }) => /\.tsx?$/.test(path)))
for (const folder of folders.length === 0 ? ['src'] : folders) {
  const prefix = `${folder.replace(/\/$/, '')}/`
  const isBelow = (path: string) => path.startsWith(prefix)
  const sources = modules.filter(({ path }) => isBelow(path))
  const sizes = [...folderSizes(everything.filter(({ path }) => isBelow(path)))]
  const [largest, count] = sizes.toSorted(([, one], [, other]) => other - one)[0] ?? ['none', 0]
  const lines = sources.reduce((sum, { text }) => sum + linesIn(text), 0)
  const cycles = cyclesIn(sources)
  const short = foldable.filter(isBelow)
  process.stdout.write(`${folder}
  files                  ${sources.length}
  lines                  ${lines}
  folders                ${sizes.length}
  largest folder         ${largest} (${count} files)
  import cycles          ${cycles.length}
${cycles.map((paths) => `    ${paths.join('\n    ')}\n`).join('')}  foldable short files   ${short.length}
${short.map((path) => `    ${path}\n`).join('')}`)
}
