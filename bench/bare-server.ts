import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Reply } from './sample-reply.ts'

// The line that costs are measured against: node:http with the reply ready, and nothing else.
const [read, write = read] = JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as [
  Reply,
  Reply?,
]

const server = createServer({ keepAliveTimeout: 65_000 }, (message, response) => {
  const answer = ({ status, headers, body }: Reply) => {
    response.writeHead(status, [...headers])
    response.end(body)
  }
  if (message.method === 'GET') return answer(read)
  message.on('data', () => {})
  message.on('end', () => answer(write))
})
server.listen({ host: '127.0.0.1', port: 0 }, () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`listening on http://127.0.0.1:${port}\n`)
})
process.on('SIGTERM', () => process.exit(0))
