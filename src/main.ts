import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { packageFolder } from '#/kernel/package-folder.ts'

// With the compile cache, a start takes half the time.
enableCompileCache(join(packageFolder, 'node_modules/.cache/almanac'))
const { runProgram } = await import('#/cli/program.ts')
await runProgram(process.argv)
