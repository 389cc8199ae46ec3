import { afterAll, beforeAll } from 'vitest'
import type { ServerPlace, TestServer, WireEngine } from './server.ts'

/**
 * Servers for all tests of the block around the call, each with users of its own, so that tests
 * which leave nothing behind that others could see do not pay for a start each.
 */
export function sharedServers(
  engine: WireEngine,
  { count = 1, environment = {} }: { count?: number; environment?: Record<string, string> } = {},
): { readonly place: ServerPlace; readonly servers: readonly TestServer[] } {
  let place: ServerPlace | undefined
  let servers: TestServer[] = []
  beforeAll(async () => {
    const made = await engine.place()
    place = made
    servers = await Promise.all(Array.from({ length: count }, () => made.start(environment)))
  })
  afterAll(() => place?.[Symbol.asyncDispose]())
  return {
    get place() {
      return place!
    },
    get servers() {
      return servers
    },
  }
}
