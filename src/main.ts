import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { packageFolder } from '#/kernel/package-folder.ts'

// Starting again is twice as fast when the compiled sources of the last time are kept.
enableCompileCache(join(packageFolder, 'node_modules/.cache/almanac'))
const { runProgram } = await import('#/cli/program.ts')
await runProgram(process.argv)
