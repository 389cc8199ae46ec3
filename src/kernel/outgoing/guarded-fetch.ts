import type { Agent } from 'undici'
import { OnDemand } from '../process/on-demand.ts'
import { guardedConnector, RefusedTarget } from './guarded-connector.ts'
import type { TargetRules } from './target-rules.ts'

interface GuardedFetchContext {
  readonly rules: TargetRules
  readonly timeoutMs: number
  readonly replyBytesMax: number
}

const connectionsPerHostMax = 10
const hostsMax = 200

/**
 * A fetch function that uses only allowed addresses, with limits on time and size. It does not follow
 * redirects. The library is loaded on first use.
 */
export function guardedFetch(context: GuardedFetchContext) {
  const agent = new OnDemand(() => openAgent(context))
  return async (address: string, options: RequestInit): Promise<Response> => {
    if (context.rules.faultOf(address) !== undefined) throw new RefusedTarget(address)
    const dispatcher = await agent.get()
    const { fetch } = await import('undici')
    const timeout = AbortSignal.timeout(context.timeoutMs)
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
    const init = { ...options, redirect: 'manual', signal, dispatcher }
    const reply = await fetch(address, init as Parameters<typeof fetch>[1])
    const body = await bodyOf(reply, context.replyBytesMax)
    const { status, statusText } = reply
    const headers = [...reply.headers] as [string, string][]
    return new Response(bodiless.has(status) ? null : body, { status, statusText, headers })
  }
}

/** Statuses of responses without a body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

async function openAgent(context: GuardedFetchContext): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici')
  return new Agent({
    connect: guardedConnector(buildConnector, context),
    connections: connectionsPerHostMax,
    allowH2: false,
    // Requests are rare, so that no connection is kept alive.
    pipelining: 0,
    headersTimeout: context.timeoutMs,
    bodyTimeout: context.timeoutMs,
    maxOrigins: hostsMax,
  })
}

async function bodyOf(
  { body }: { readonly body: AsyncIterable<Uint8Array> | null },
  bytesMax: number,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > bytesMax) throw new Error(`The response has more than ${bytesMax} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
