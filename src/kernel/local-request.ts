import { isLoopback } from './settings/settings.ts'

interface ArrivedRequest {
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The root URL that the caller used. */
  readonly origin: string
}

/**
 * Whether a request was sent by a program on this machine, or by a page of this server in its browser. A proxy
 * shows in a forwarding header, DNS rebinding in `Host`, and a page of another site in `Origin`.
 */
export function isLocalRequest(
  { headers, origin }: ArrivedRequest,
  hosts: readonly string[],
): boolean {
  const host = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase()
  if (!isLoopback(host) && !hosts.includes(host)) return false
  if (isForwarded(headers)) return false
  return headers.origin === undefined || headers.origin === new URL(origin).origin
}

const forwardedHeader = /^(?:forwarded|via|x-real-ip|x-forwarded-.*)$/

/** Whether a proxy forwarded the request, so that a loopback peer does not mean a local client. */
const isForwarded = (headers: ArrivedRequest['headers']): boolean =>
  Object.keys(headers).some((name) => forwardedHeader.test(name))
