#!/usr/bin/env node
import { enableCompileCache, getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

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
// Threads and child processes look for the folder here, and load five times as fast by it.
const compiled = getCompileCacheDir()
if (compiled !== undefined) process.env.NODE_COMPILE_CACHE ??= dirname(compiled)
const { runProgram } = await import('#/cli/program.ts')
await runProgram(process.argv)
