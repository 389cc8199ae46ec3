import { afterAll, beforeAll } from 'vitest'
import type { ServerPlace, TestServer, WireEngine } from './server.ts'
import { type BorrowedServer, borrowServer } from './server-pool.ts'

/**
 * Servers for all tests of the block around the call, each with users of its own, so that tests
 * which leave nothing behind that others could see do not pay for a start each.
 */
export function sharedServers(
  engine: WireEngine,
  { count = 1, environment = {} }: { count?: number; environment?: Record<string, string> } = {},
): { readonly place: ServerPlace; readonly servers: readonly TestServer[] } {
  let servers: TestServer[] = []
  let borrowed: BorrowedServer | undefined
  beforeAll(async () => {
    borrowed = await borrowServer({ engine, environment })
    const { place, server } = borrowed
    const others = Array.from({ length: count - 1 }, () => place.startProcess(environment))
    servers = [server, ...(await Promise.all(others))]
  })
  afterAll(() => borrowed?.[Symbol.asyncDispose]())
  return {
    get place() {
      return borrowed!.place
    },
    get servers() {
      return servers
    },
  }
}
