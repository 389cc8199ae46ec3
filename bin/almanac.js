#!/usr/bin/env node
// JavaScript as every Node reads it: an older one can say what it lacks, and a newer one finds the
// sources compiled without loading what strips their types.
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const [major] = process.versions.node.split('.').map(Number)
if (major < 26) {
  process.stderr.write(
    `almanac: this is Node ${process.versions.node}, but Node 26 is needed. ` +
      'Start it with "npm start" or "npm run almanac", which use the one that npm has installed.\n',
  )
  process.exit(1)
}

// In a folder that nobody else can write to, which the one that Node would take is not.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/almanac', import.meta.url)))
await import('../src/main.ts')
