import { existsSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { RequestHandler } from 'sirv'
import { notFound } from '#/kernel/errors.ts'
import { packageFolder } from '#/kernel/package-folder.ts'
import { OnDemand } from '#/kernel/process/on-demand.ts'
import { errorReply } from '../response/envelopes.ts'

/** The output directory of `npm run console`. */
const folder = join(packageFolder, 'dist/console')
const page = join(folder, 'index.html')

const missing =
  'The console has not been built yet: run "npm run console" and load this page again.\n'

const assets = '/assets/'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const isVersion = (path: string, at: number): boolean =>
  path[at] === 'v' && path[at + 1]! >= '0' && path[at + 1]! <= '9'

interface ConsoleContext {
  /** The areas of the console: the first segments of its paths. */
  readonly areas: ReadonlySet<string>
  /**
   * The default and actual base paths of interfaces. The console does not handle unknown paths below them.
   */
  readonly basePaths: ReadonlyMap<string, string>
  /** Whether another part of the server handles this path. */
  readonly isTaken: (path: string, query: URLSearchParams) => boolean
}

/** Serves the files of the console, and its page at every path that belongs to it. */
export class ConsoleMount {
  readonly name = 'console'
  readonly #context: ConsoleContext
  #files: { readonly builtAtMs: number; readonly serve: OnDemand<RequestHandler> } | undefined

  constructor(context: ConsoleContext) {
    this.#context = context
  }

  takes(path: string, { method, url = '' }: IncomingMessage): boolean {
    if (method !== 'GET' && method !== 'HEAD') return false
    if (path === '/' || path === '/signed-in' || path.startsWith(assets)) return true
    const end = path.indexOf('/', 1)
    // A path segment like a version belongs to an interface, even if there is none.
    if (end !== -1 && isVersion(path, end + 1)) return false
    const { areas, basePaths, isTaken } = this.#context
    if (!areas.has(end === -1 ? path.slice(1) : path.slice(1, end))) return false
    if (basePaths.values().some((base) => path.startsWith(`${base}/`))) return false
    try {
      return !isTaken(path, new URLSearchParams(url.slice(path.length)))
    } catch {
      return false
    }
  }

  async handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const files = this.#open()
    if (files === undefined) {
      response.writeHead(503, { 'Content-Type': 'text/plain; charset=UTF-8' }).end(missing)
      return
    }
    const isAsset = (message.url ?? '').startsWith(assets)
    response.setHeader('Content-Security-Policy', policy)
    response.setHeader('Vary', 'Accept-Encoding')
    response.setHeader('Referrer-Policy', 'no-referrer')
    response.setHeader(
      'Cache-Control',
      isAsset ? 'public, max-age=31536000, immutable' : 'no-cache',
    )
    const moved = this.#movedPaths()
    if (!isAsset && moved !== '{}') return sendPage(response, { message, moved })
    if (!isAsset) message.url = '/'
    // The files are small, so that ranges are not supported.
    delete message.headers.range
    const serve = await files
    serve(message, response, () => refuse(response))
  }

  /** The interfaces whose base path differs from the default. */
  #movedPaths(): string {
    const moved = [...this.#context.basePaths].filter(([usual, present]) => usual !== present)
    return JSON.stringify(Object.fromEntries(moved))
  }

  /** The files of the last build. A new build is detected by its page. */
  #open(): Promise<RequestHandler> | undefined {
    if (!existsSync(page)) return undefined
    const builtAtMs = statSync(page).mtimeMs
    if (this.#files?.builtAtMs !== builtAtMs) {
      const serve = new OnDemand(async () => {
        const { default: sirv } = await import('sirv')
        return sirv(folder, { brotli: true, gzip: true, etag: true })
      })
      this.#files = { builtAtMs, serve }
    }
    return this.#files.serve.get()
  }
}

/** The page, with the base paths of interfaces for its script. */
function sendPage(
  response: ServerResponse,
  { message, moved }: { readonly message: IncomingMessage; readonly moved: string },
): void {
  const content = moved.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const meta = `<meta name="base-paths" content="${content}" />`
  const html = readFileSync(page, 'utf8').replace('</head>', () => `${meta}</head>`)
  response.setHeader('Content-Type', 'text/html;charset=utf-8')
  response.writeHead(200, { 'Content-Length': Buffer.byteLength(html) })
  response.end(message.method === 'HEAD' ? undefined : html)
}

function refuse(response: ServerResponse): void {
  const { status, headers, body } = errorReply(notFound())
  response.removeHeader('Cache-Control')
  response.writeHead(status, headers).end(body)
}
