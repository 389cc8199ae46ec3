import type { JWTPayload } from 'jose'
import type { User } from '#/contract/operation.ts'
import type { Clock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import { allowedBy } from '../credentials/older-scopes.ts'
import { isForServices, type ServerNames } from './jwt-audiences.ts'
import { scopesOf } from './jwt-bearer.ts'
import { isTimely, looksSigned, readSigned, type Signer } from './jwt-signed.ts'

interface SelfSignedContext extends ServerNames {
  readonly database: Database
  readonly clock: Clock
  readonly knownScopes: readonly string[]
  /** The URL of this server for requests without a usable host. */
  readonly address: () => string
}

/** Access tokens that service accounts sign themselves. */
export class SelfSigned {
  readonly #context: SelfSignedContext

  constructor(context: SelfSignedContext) {
    this.#context = context
  }

  /** The caller and the expiration; undefined if the token is not valid. */
  async read(
    text: string,
    origin = this.#context.address(),
  ): Promise<{ caller: User; expiresAtMs: number } | undefined> {
    if (!looksSigned(text)) return undefined
    const signed = await readSigned(this.#context.database, text)
    if ('fault' in signed || !this.#isAcceptable(signed.claims, origin)) return undefined
    const { signer, claims } = signed
    return { caller: this.#caller(signer, claims), expiresAtMs: claims.exp! * 1000 }
  }

  #isAcceptable(claims: JWTPayload, origin: string): boolean {
    const { iss, sub, aud, scope } = claims
    if (sub !== iss || !isTimely(claims, this.#context.clock.nowMs())) return false
    // Libraries set either the scopes or the audience.
    return aud === undefined ? scope !== undefined : isForServices(aud, this.#context, origin)
  }

  #caller({ id, email }: Signer, claims: JWTPayload): User {
    const scopes = allowedBy(
      claims.scope === undefined ? this.#context.knownScopes : scopesOf(claims),
    )
    return { kind: 'user', userId: id, email, scopes, clientId: id }
  }
}
