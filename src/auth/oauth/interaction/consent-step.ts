import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import type { AuditTrail } from '#/audit/trail.ts'
import type { Scope } from '#/contract/operation.ts'
import type { Database } from '#/storage/port.ts'
import type { Tokens } from '../../credentials/tokens.ts'
import type { Directory } from '../../directory/directory.ts'
import { userNote } from '../../directory/user-note.ts'
import { consentPage } from '../../pages/index.ts'

export interface ConsentStepContext {
  readonly database: Database
  readonly audit: AuditTrail
  readonly directory: Directory
  readonly tokens: Tokens
  /** The scopes that clients can request. */
  readonly scopes: readonly Scope[]
  /** The tools of the resource that a client wants to use; none if it has no tools. */
  readonly toolsFor: (resource: string) => Promise<readonly AgentTool[]>
}

/** A tool as the consent page shows it. */
interface AgentTool {
  readonly title: string
  /** It can be used with each of these scopes. */
  readonly scopes: readonly string[]
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

interface Exchange {
  readonly provider: Provider
  readonly message: IncomingMessage
  readonly response: ServerResponse
}

interface PageFrame {
  readonly action: string
  readonly csrf: string
  readonly clientName: string
  readonly locale: string
}

/** The consent step of an authorization request. */
export class ConsentStep {
  readonly #context: ConsentStepContext

  constructor(context: ConsentStepContext) {
    this.#context = context
  }

  async render(provider: Provider, interaction: Interaction, frame: PageFrame): Promise<string> {
    const { params, session } = interaction
    const user = await this.#context.directory.findById(session?.accountId ?? '')
    const requested = String(params.scope ?? '').split(' ')
    const tools = await this.#context.toolsFor(String(params.resource ?? ''))
    return consentPage({
      ...frame,
      email: user?.email ?? '',
      scopes: this.#context.scopes
        .filter(({ uri }) => requested.includes(uri))
        .map(({ uri, about }) => ({
          uri,
          about,
          tools: tools.filter(({ scopes }) => scopes.includes(uri)).map(({ title }) => title),
        })),
      alreadyGranted: await this.#grantedBefore(provider, interaction),
      isOffline: params.access_type === 'offline' || requested.includes('offline_access'),
    })
  }

  /** Grants or denies access, as the user has decided. */
  async decide(
    { provider, message, response }: Exchange,
    interaction: Interaction,
    form: URLSearchParams,
  ): Promise<void> {
    const { params, prompt, session, grantId } = interaction
    if (form.get('decision') !== 'allow') {
      const error_description = 'The user denied access.'
      const result = { error: 'access_denied', error_description }
      const refused = { outcome: 'refused', reason: 'access_denied' } as const
      await this.#context.audit.note({ ...(await this.#consentNote(interaction)), ...refused })
      return provider.interactionFinished(message, response, result)
    }
    const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId)
    const grant =
      existing ??
      new provider.Grant({ accountId: session!.accountId, clientId: String(params.client_id) })
    const requested = String(params.scope ?? '')
      .split(' ')
      .filter(Boolean)
    const picked = new Set([...form.getAll('scope'), 'openid', 'offline_access'])
    const [granted, rejected] = [
      requested.filter((scope) => picked.has(scope)),
      requested.filter((scope) => !picked.has(scope)),
    ]
    // The latest decision replaces earlier ones, in both directions.
    const before = new Set(scopesOf(grant))
    const allowed = new Set([...before, ...granted]).difference(new Set(rejected))
    grant.openid = { ...grant.openid, scope: [...allowed].join(' ') }
    grant.rejected = rejected.length > 0 ? { openid: { scope: rejected.join(' ') } } : undefined
    const { missingOIDCClaims } = prompt.details as { missingOIDCClaims?: string[] }
    if (missingOIDCClaims) grant.addOIDCClaims(missingOIDCClaims)
    const note = { ...(await this.#consentNote(interaction)), details: { scopes: [...allowed] } }
    const savedId = await this.#context.audit.carryOut(note, () => grant.save())
    // Existing tokens must not exceed the consent.
    if (rejected.some((scope) => before.has(scope))) await this.#endTokens(savedId)
    const result = { consent: { grantId: savedId } }
    await provider.interactionFinished(message, response, result, { mergeWithLastSubmission: true })
  }

  async #consentNote({ params, session }: Interaction) {
    const user = await this.#context.directory.findById(session?.accountId ?? '')
    const { clientId } = clientNote(params)
    return { action: 'auth.consent', clientId, object: `clients/${clientId}`, ...userNote(user) }
  }

  #endTokens(grantId: string): Promise<void> {
    const { database, tokens } = this.#context
    return database.transaction((tx) => tokens.revokeGrant(tx, grantId))
  }

  async #grantedBefore(provider: Provider, { grantId }: Interaction): Promise<string[]> {
    const grant = grantId === undefined ? undefined : await provider.Grant.find(grantId)
    return grant === undefined ? [] : scopesOf(grant)
  }
}

/** The client of a request, for the audit log. */
export const clientNote = (params: Interaction['params']) => ({
  clientId: String(params.client_id),
})

const scopesOf = (grant: { getOIDCScope(): string }) =>
  grant.getOIDCScope().split(' ').filter(Boolean)
