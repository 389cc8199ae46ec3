import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { TemporaryAuthority } from './authority.ts'
import { forward, type Observer } from './forwarding.ts'
import { destinationOf } from './hosts.ts'

interface ProxyOptions {
  readonly authority: TemporaryAuthority
  /** The root URL of the server that answers instead of the original services. */
  readonly serverUrl: string
  /** Further hosts that may be reached. */
  readonly allowed: readonly string[]
  /** Called once for each host that is refused. */
  readonly onRefused: (host: string) => void
  readonly observer?: Observer | undefined
}

/**
 * A proxy on loopback that answers for the hosts of the original services. It ends their TLS connections
 * with certificates of a temporary authority and forwards the requests to a server of ours.
 */
export class InterceptingProxy implements AsyncDisposable {
  readonly #options: ProxyOptions
  readonly #outer = createServer((request, response) => this.#answerPlain(request, response))
  /** Parses what arrives inside of TLS connections. It never listens. */
  readonly #inner = createServer((request, response) => this.#answerIntercepted(request, response))
  readonly #sockets = new Set<Socket>()
  readonly #refused = new Set<string>()

  private constructor(options: ProxyOptions) {
    this.#options = options
    this.#outer.on('connect', (request, socket: Socket, head) => {
      void this.#tunnel(request, socket, head).catch((error) => socket.destroy(error))
    })
    this.#outer.on('connection', (socket: Socket) => this.#track(socket))
    for (const server of [this.#outer, this.#inner]) {
      server.on('clientError', (_, socket) => socket.destroy())
    }
  }

  static async open(options: ProxyOptions): Promise<InterceptingProxy> {
    const proxy = new InterceptingProxy(options)
    proxy.#outer.listen(0, '127.0.0.1')
    await once(proxy.#outer, 'listening')
    return proxy
  }

  get port(): number {
    return (this.#outer.address() as AddressInfo).port
  }

  /** Closes all connections. */
  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#outer.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    // A client that goes away is not an error of ours.
    socket.on('error', () => socket.destroy())
  }

  async #tunnel({ url = '' }: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    const target = URL.parse(`tunnel://${url}`)
    if (target === null || target.hostname === '') {
      socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
      return
    }
    const host = target.hostname.toLowerCase()
    const destination = destinationOf(host, this.#options.allowed)
    if (destination === 'refused') {
      const text = this.#refusal(host)
      socket.end(
        'HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n' +
          `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
      )
      return
    }
    if (destination === 'network') return this.#connect(socket, head, target)
    const secureContext = await this.#options.authority.contextFor(host)
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    if (head.length > 0) socket.unshift(head)
    const encrypted = new TLSSocket(socket, {
      isServer: true,
      secureContext,
      ALPNProtocols: ['http/1.1'],
    })
    this.#track(encrypted)
    this.#inner.emit('connection', encrypted)
  }

  #connect(socket: Socket, head: Buffer, { hostname, port }: URL): void {
    const host = hostname.replace(/^\[(.*)\]$/, '$1')
    const upstream = connect({ host, port: Number(port || 443) })
    this.#track(upstream)
    upstream.once('connect', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      upstream.write(head)
      upstream.pipe(socket).pipe(upstream)
    })
    upstream.once('error', () =>
      socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
    )
    socket.once('close', () => upstream.destroy())
  }

  #answerIntercepted(request: IncomingMessage, response: ServerResponse): void {
    const { serverUrl, observer } = this.#options
    const host = (request.headers.host ?? '').replace(/:443$/, '').toLowerCase()
    const path = request.url ?? '/'
    forward({
      request,
      response,
      target: new URL(serverUrl),
      headers: { host, 'x-forwarded-proto': 'https' },
      address: `https://${host}${path}`,
      observer,
    })
  }

  /** Answers requests with absolute URLs, which clients send to a proxy for addresses without TLS. */
  #answerPlain(request: IncomingMessage, response: ServerResponse): void {
    const target = URL.parse(request.url ?? '')
    if (target?.protocol !== 'http:') {
      sendText(response, 400, 'This is a proxy of "almanac exec --intercept".\n')
      return
    }
    const destination = destinationOf(target.hostname, this.#options.allowed)
    if (destination === 'refused') {
      sendText(response, 403, this.#refusal(target.hostname))
      return
    }
    if (destination === 'network') {
      forward({ request, response, target, headers: { host: target.host }, address: target.href })
      return
    }
    request.url = `${target.pathname}${target.search}`
    request.headers.host = target.host
    this.#answerIntercepted(request, response)
  }

  #refusal(host: string): string {
    if (!this.#refused.has(host)) {
      this.#refused.add(host)
      this.#options.onRefused(host)
    }
    return `almanac exec --intercept does not let requests to ${host} pass. Use --allow ${host} if they may leave this machine.\n`
  }
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text)
}
