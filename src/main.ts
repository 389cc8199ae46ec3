import { enableCompileCache } from 'node:module'

// Starting again is twice as fast when the compiled sources of the last time are kept.
enableCompileCache()
const { runProgram } = await import('#/cli/program.ts')
await runProgram(process.argv)
