import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A program that waits on loopback for a person to come back with an answer. */
interface WaitingProgram extends AsyncDisposable {
  readonly redirectUri: string
  /** The answer that the next visitor brings. */
  readonly answer: Promise<URLSearchParams>
}

export async function waitOnLoopback(): Promise<WaitingProgram> {
  const { promise: answer, resolve } = Promise.withResolvers<URLSearchParams>()
  const server = createServer((message, response) => {
    const { pathname, searchParams } = new URL(message.url!, 'http://127.0.0.1')
    if (pathname === '/back') resolve(searchParams)
    response.setHeader('Content-Type', 'text/html')
    response.end(
      '<!doctype html><html lang="en"><title>Back</title><link rel="icon" href="data:,"><h1>Back</h1>',
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    redirectUri: `http://127.0.0.1:${port}/back`,
    answer,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
