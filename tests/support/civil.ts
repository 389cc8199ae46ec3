import { expect } from 'vitest'
import { as } from './calling.ts'
import type { HttpReply } from './http.ts'
import type { TestServer } from './server.ts'

/** Never our fault, and always in the form that clients read. */
export function expectCivil(
  reply: Pick<HttpReply, 'status' | 'text' | 'json'>,
  method = 'GET',
): void {
  expect(reply.status).toBeLessThan(500)
  if (reply.status < 400 || method === 'HEAD') return
  expect(reply.json.error?.code).toBe(reply.status)
  expect(reply.json.error?.errors[0]?.reason).toMatch(/^\w+$/)
  expect(reply.text).not.toMatch(/node_modules|\.ts:\d+/)
}

/** Answers as before, and has failed at nothing. */
export async function expectWell(server: TestServer): Promise<void> {
  const { token } = await server.mint()
  expect((await as(server.base, token).primary()).status).toBe(200)
  expect((await as(server.base).get('/readyz')).status).toBe(200)
  expect(failuresOf(server)).toEqual([])
}

/** What a server has failed at, as its log tells; files before may have asked it for faults. */
export const failuresOf = (server: TestServer): string[] =>
  server
    .output()
    .stderr.split('\n')
    .filter(
      (line) =>
        /request failed|requests are refused/.test(line) && !line.includes('at injectedFault '),
    )
