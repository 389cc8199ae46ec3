import type { WireReply, WireRequest } from '#/http/wire.ts'
import { programVersion } from '#/kernel/version.ts'
import type { ToolResult } from '../toolbox.ts'

/**
 * Recognizes well-formed calls of tools without options of the protocol, and answers them without the
 * library, which otherwise spends several times as much CPU on a call as the operation behind it
 * (`npm run bench mcp`). Everything else, and whatever is malformed, is left to the library.
 */
export function plainToolCall(request: WireRequest, body: unknown): PlainToolCall | undefined {
  const message = (body ?? {}) as Message
  const { id, jsonrpc, method, params = {} } = message
  const { name, arguments: args, _meta: meta } = params ?? {}
  const isPlain =
    request.method === 'POST' &&
    jsonrpc === '2.0' &&
    method === 'tools/call' &&
    (typeof id === 'string' || (typeof id === 'number' && Number.isInteger(id))) &&
    typeof name === 'string' &&
    (args === undefined || isObject(args)) &&
    hasOnly(messageKeys, message) &&
    hasOnly(paramsKeys, params)
  if (!isPlain || !takesBoth(request)) return undefined
  const { headers } = request
  const version = headers['mcp-protocol-version']
  if (meta === undefined) {
    const isSessionRevision = version === undefined || sessionRevisions.has(version)
    return isSessionRevision ? { id, name, args, isStateless: false } : undefined
  }
  const isStateless =
    isObject(meta) &&
    hasEnvelopeOnly(meta) &&
    version === statelessRevision &&
    headers['mcp-method'] === method &&
    headers['mcp-name'] === name
  return isStateless ? { id, name, args, isStateless } : undefined
}

/** A call of a tool, and in which form it is answered. */
interface PlainToolCall {
  readonly id: string | number
  readonly name: string
  readonly args: unknown
  readonly isStateless: boolean
}

interface Message {
  readonly id?: unknown
  readonly jsonrpc?: unknown
  readonly method?: unknown
  readonly params?: {
    readonly name?: unknown
    readonly arguments?: unknown
    readonly _meta?: unknown
  }
}

const statelessRevision = '2026-07-28'
const sessionRevisions: ReadonlySet<string> = new Set(['2025-06-18', '2025-11-25'])
const jsonMediaType = /^application\/json(?:\s*;|$)/

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const messageKeys: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params'])
const paramsKeys: ReadonlySet<string> = new Set(['name', 'arguments', '_meta'])

/** Whether an object has no members but these. */
function hasOnly(keys: ReadonlySet<string>, object: object): boolean {
  for (const key in object) if (!keys.has(key)) return false
  return true
}

/** Clients have to accept both forms of answers. */
const takesBoth = ({ headers: { accept = '', 'content-type': type = '' } }: WireRequest): boolean =>
  jsonMediaType.test(type) &&
  accept.includes('application/json') &&
  accept.includes('text/event-stream')

const prefix = 'io.modelcontextprotocol/'
const versionKey = `${prefix}protocolVersion`
const clientKey = `${prefix}clientInfo`
const capabilitiesKey = `${prefix}clientCapabilities`
const metaKeys: ReadonlySet<string> = new Set([versionKey, clientKey, capabilitiesKey])

/** Whether a request says what every request of the stateless revision has to say, and nothing else. */
function hasEnvelopeOnly(envelope: object): boolean {
  const members = envelope as Record<string, unknown>
  const { name, version } = (members[clientKey] ?? {}) as Record<string, unknown>
  return (
    members[versionKey] === statelessRevision &&
    isObject(members[capabilitiesKey]) &&
    typeof name === 'string' &&
    typeof version === 'string' &&
    hasOnly(metaKeys, members)
  )
}

/** The answer to a call, the same as the library gives. */
export function plainReply(
  { id, isStateless }: PlainToolCall,
  { answer, isError }: ToolResult,
): WireReply {
  const meta = isStateless ? `,"resultType":"complete","_meta":${serverMeta()}` : ''
  const end = `${meta}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
  const { encoded } = answer
  const outcome = isError ? '"isError":true' : '"structuredContent":'
  const body =
    encoded === undefined
      ? `${start}${answer.quoted}}],${outcome}${isError ? '' : answer.text}${end}`
      : [encodedStart, ...encoded.escapedPieces, encodedMiddle, ...encoded.pieces, Buffer.from(end)]
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body }
}

const start = '{"result":{"content":[{"type":"text","text":'
const encodedStart = Buffer.from(`${start}"`)
const encodedMiddle = Buffer.from('"}],"structuredContent":')

let meta: string | undefined

function serverMeta(): string {
  meta ??= JSON.stringify({ [`${prefix}serverInfo`]: serverInfo() })
  return meta
}

/** How the server names itself to clients. */
export const serverInfo = () => ({ name: 'almanac', title: 'Almanac', version: programVersion() })
