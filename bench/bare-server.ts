import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzip } from 'node:zlib'
import type { Reply } from './sample-reply.ts'
import { sampleHeader } from './varied-requests.ts'

// The line that costs are measured against: node:http with the replies ready, and nothing else.

interface ReadyReply extends Omit<Reply, 'body'> {
  readonly body: string | Buffer
}

// Node sends a short text together with the head, and would encode a long one anew each time.
const textLengthMax = 16_384
const compression = { level: 1 }
const sampleName = sampleHeader.toLowerCase()

const samples = JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as Reply[]
const replies = samples.map(
  ({ body, ...rest }): ReadyReply => ({
    ...rest,
    body: body.length > textLengthMax ? Buffer.from(body) : body,
  }),
)

/** Which reply a request wants; if it does not say so, a read gets the first and a write the last. */
function replyTo({ method, headers }: IncomingMessage): ReadyReply {
  const sample = headers[sampleName]
  if (sample !== undefined) return replies[Number(sample)]!
  return method === 'GET' ? replies[0]! : replies.at(-1)!
}

function answer(message: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body } = replyTo(message)
  if (message.headers['accept-encoding'] !== 'gzip') {
    response.writeHead(status, [...headers])
    response.end(body)
    return
  }
  gzip(body, compression, (error, bytes) => {
    if (error) throw error
    const length = headers.indexOf('Content-Length')
    const lines = headers.toSpliced(length, 2, 'Content-Length', String(bytes.length))
    response.writeHead(status, [...lines, 'Content-Encoding', 'gzip'])
    response.end(bytes)
  })
}

const server = createServer({ keepAliveTimeout: 65_000 }, (message, response) => {
  if (message.method === 'GET') return answer(message, response)
  message.on('data', () => {})
  message.on('end', () => answer(message, response))
})
server.listen({ host: '127.0.0.1', port: 0 }, () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`listening on http://127.0.0.1:${port}\n`)
})
process.on('SIGTERM', () => process.exit(0))
