import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

const usage = `almanac exec -- node tools/mcp-conformance.ts <folder>

Runs the conformance suite of the Model Context Protocol against the endpoint of a temporary server.
The folder is one in which the npm package @modelcontextprotocol/conformance is installed.
`

const revisions = ['2025-11-25', '2026-07-28']

const [folder] = process.argv.slice(2)
const { ALMANAC_URL: url, ALMANAC_TOKEN: token } = process.env
if (folder === undefined || url === undefined || token === undefined) {
  process.stderr.write(usage)
  process.exit(1)
}

/** The suite sends no token, so that it talks to the server through a proxy that adds one. */
const proxy = createServer((incoming, outgoing) => {
  const headers = { ...incoming.headers, authorization: `Bearer ${token}` }
  const forwarded = request(url + incoming.url, { method: incoming.method, headers }, (reply) => {
    outgoing.writeHead(reply.statusCode!, reply.headers)
    reply.pipe(outgoing)
  })
  forwarded.on('error', () => outgoing.destroy())
  outgoing.on('close', () => forwarded.destroy())
  incoming.pipe(forwarded)
})
await once(proxy.listen(0, '127.0.0.1'), 'listening')
const { port } = proxy.address() as AddressInfo

for (const revision of revisions) {
  process.stdout.write(`\nRevision ${revision}\n`)
  const program = `${folder}/node_modules/@modelcontextprotocol/conformance/dist/index.js`
  const words = ['server', '--url', `http://127.0.0.1:${port}/mcp`, '--requirements', revision]
  const suite = spawn(process.execPath, [program, ...words], { stdio: 'inherit' })
  await once(suite, 'close')
}
proxy.close()
