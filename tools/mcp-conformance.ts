import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openConformanceEndpoint } from '../tests/support/conformance-endpoint.ts'

const usage = `node tools/mcp-conformance.ts <folder>...

Runs the conformance suite of the Model Context Protocol against the MCP endpoint, with the tools, resources and
prompts that its scenarios call by name. Each folder is one in which a version of the npm package
@modelcontextprotocol/conformance is installed. The exit status is 1 if a scenario fails that a revision requires.
`

/** The suites of a version: before 0.2.0 there was one, for all revisions up to 2025-11-25. */
const suitesOf = (version: string): readonly string[][] =>
  version.startsWith('0.1.')
    ? [['--suite', 'all']]
    : [
        ['--requirements', '2025-11-25'],
        ['--requirements', '2026-07-28'],
      ]

const folders = process.argv.slice(2)
if (folders.length === 0) {
  process.stderr.write(usage)
  process.exit(1)
}

await using endpoint = await openConformanceEndpoint()
for (const folder of folders) {
  const installed = join(folder, 'node_modules/@modelcontextprotocol/conformance')
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  for (const suite of suitesOf(version)) {
    process.stdout.write(`\n${version} ${suite.join(' ')}\n`)
    const words = [join(installed, 'dist/index.js'), 'server', '--url', endpoint.url, ...suite]
    const [code] = await once(spawn(process.execPath, words, { stdio: 'inherit' }), 'close')
    if (code !== 0) process.exitCode = 1
  }
}
