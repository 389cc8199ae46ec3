import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates } from 'node:tls'
import { TemporaryAuthority } from './authority.ts'
import type { Observer } from './forwarding.ts'
import { javaTrustStore } from './java-trust-store.ts'
import { InterceptingProxy } from './proxy.ts'

interface InterceptionOptions {
  /** A private folder, for the certificates that clients read. */
  readonly folder: string
  readonly serverUrl: string
  readonly allowed: readonly string[]
  readonly onRefused: (host: string) => void
  readonly nowMs: number
  readonly observer?: Observer | undefined
}

/** A proxy for a command, and the environment variables that make programs use it. */
export interface Interception extends AsyncDisposable {
  readonly environment: Readonly<Record<string, string | undefined>>
}

const trustStorePassword = 'almanac'

/** Starts a proxy that answers for the original services, with a temporary certificate authority. */
export async function openInterception(options: InterceptionOptions): Promise<Interception> {
  const { folder, allowed, nowMs } = options
  const authority = await TemporaryAuthority.create(nowMs)
  const files = {
    authority: join(folder, 'authority.pem'),
    bundle: join(folder, 'authorities.pem'),
    trustStore: join(folder, 'authorities.jks'),
  }
  const own = authority.certificate.toString('pem')
  // Hosts that may be reached have certificates of public authorities.
  const others = allowed.length === 0 ? [] : getCACertificates('default')
  writeFileSync(files.authority, `${own}\n`, { mode: 0o600 })
  writeFileSync(files.bundle, `${[own, ...others].join('\n')}\n`, { mode: 0o600 })
  const encoded = [own, ...others].map(derOf)
  const store = javaTrustStore(encoded, { password: trustStorePassword, nowMs })
  writeFileSync(files.trustStore, store, { mode: 0o600 })
  const proxy = await InterceptingProxy.open({ ...options, authority })
  return {
    environment: interceptionVariables({ port: proxy.port, ...files }),
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  }
}

const derOf = (pem: string): Buffer =>
  Buffer.from(pem.replace(/-----[A-Z ]+-----/g, '').replace(/\s/g, ''), 'base64')

/** The variables with which programs use the proxy and trust the authority. */
function interceptionVariables({
  port,
  authority,
  bundle,
  trustStore,
}: {
  readonly port: number
  readonly authority: string
  readonly bundle: string
  readonly trustStore: string
}): Record<string, string> {
  const proxy = `http://127.0.0.1:${port}`
  const direct = 'localhost,127.0.0.1,::1'
  const java = [
    ...['http', 'https'].flatMap((scheme) => [
      `-D${scheme}.proxyHost=127.0.0.1`,
      `-D${scheme}.proxyPort=${port}`,
    ]),
    '-Dhttp.nonProxyHosts=localhost|127.*|[::1]',
    `-Djavax.net.ssl.trustStore=${trustStore}`,
    '-Djavax.net.ssl.trustStoreType=JKS',
    `-Djavax.net.ssl.trustStorePassword=${trustStorePassword}`,
  ]
  return {
    HTTP_PROXY: proxy,
    http_proxy: proxy,
    HTTPS_PROXY: proxy,
    https_proxy: proxy,
    ALL_PROXY: proxy,
    all_proxy: proxy,
    // Replaces the inherited list, which may name hosts that are to be intercepted.
    NO_PROXY: direct,
    no_proxy: direct,
    // Node: its own clients use the proxy, and trust the authority in addition to others.
    NODE_USE_ENV_PROXY: '1',
    NODE_EXTRA_CA_CERTS: authority,
    // OpenSSL, and with it Python's ssl and Ruby; Go on Linux.
    SSL_CERT_FILE: bundle,
    CURL_CA_BUNDLE: bundle,
    REQUESTS_CA_BUNDLE: bundle,
    HTTPLIB2_CA_CERTS: bundle,
    GRPC_DEFAULT_SSL_ROOTS_FILE_PATH: bundle,
    JAVA_TOOL_OPTIONS: java.join(' '),
  }
}
