#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 26) {
  process.stderr.write(
    `almanac: this is Node ${process.versions.node}, but Node 26 is needed. ` +
      'Start it with "npm start" or "npm run almanac", which use the one that npm has installed.\n',
  )
  process.exit(1)
}

// Starting again is twice as fast when the compiled sources of the last time are kept.
enableCompileCache()
const { runProgram } = await import('#/cli/program.ts')
await runProgram(process.argv)
