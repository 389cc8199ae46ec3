#!/usr/bin/env node
// JavaScript as every Node reads it: an older one can say what it lacks, and a newer one finds the
// sources compiled without loading what strips their types.
import module from 'node:module'

const [major] = process.versions.node.split('.').map(Number)
if (major < 26) {
  process.stderr.write(
    `almanac: this is Node ${process.versions.node}, but Node 26 is needed. ` +
      'Start it with "npm start" or "npm run almanac", which use the one that npm has installed.\n',
  )
  process.exit(1)
}

module.enableCompileCache()
await import('../src/main.ts')
