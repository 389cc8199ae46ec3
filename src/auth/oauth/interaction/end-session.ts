import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import type { AuditTrail } from '#/audit/trail.ts'
import type { Directory } from '../../directory/directory.ts'
import { userNote } from '../../directory/user-note.ts'

/** The path that ends the session of a browser. */
export const endSessionPath = '/signin/out'

/** Signs the browser out. Requests from other sites are rejected. */
export async function endSession(
  { audit, directory }: { readonly audit: AuditTrail; readonly directory: Directory },
  exchange: {
    provider: Provider
    message: IncomingMessage
    response: ServerResponse
    origin: string
  },
): Promise<void> {
  const { provider, message, response, origin } = exchange
  const isOwn = message.method === 'POST' && message.headers.origin === new URL(origin).origin
  if (!isOwn) return void response.writeHead(403, { 'Content-Length': 0 }).end()
  const session = await provider.Session.get(provider.createContext(message, response))
  if (session.accountId !== undefined) {
    const user = await directory.findById(session.accountId)
    await audit.carryOut({ action: 'auth.signOut', ...userNote(user) }, () => session.destroy())
  }
  response.writeHead(204, { 'Cache-Control': 'no-store' }).end()
}
