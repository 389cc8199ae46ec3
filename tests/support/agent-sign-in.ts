import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'

interface AgentWish {
  readonly redirectUri: string
  /** The id of a client that was registered before. */
  readonly clientId?: string
  /** The address of the document with which the client describes itself. */
  readonly documentAddress?: string
}

/** A client of MCP that sends a person to the pages of the server. */
export class AgentSignIn implements OAuthClientProvider {
  readonly redirectUrl: string
  readonly clientMetadata
  readonly clientMetadataUrl?: string
  /** Where the person was sent. */
  address: URL | undefined
  /** What the server said when the client registered itself. */
  registered: StoredOAuthClientInformation | undefined
  readonly #clientId: string | undefined
  #tokens: StoredOAuthTokens | undefined
  #verifier = ''
  #discovered: OAuthDiscoveryState | undefined

  constructor({ redirectUri, clientId, documentAddress }: AgentWish) {
    this.#clientId = clientId
    this.redirectUrl = redirectUri
    this.clientMetadata = {
      client_name: 'Assistant',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none',
    }
    if (documentAddress !== undefined) this.clientMetadataUrl = documentAddress
  }

  clientInformation() {
    return this.#clientId === undefined ? this.registered : { client_id: this.#clientId }
  }
  saveClientInformation(information: StoredOAuthClientInformation) {
    this.registered = information
  }
  tokens() {
    return this.#tokens
  }
  saveTokens(tokens: StoredOAuthTokens) {
    this.#tokens = tokens
  }
  redirectToAuthorization(address: URL) {
    this.address = address
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier
  }
  saveDiscoveryState(state: OAuthDiscoveryState) {
    this.#discovered = state
  }
  discoveryState() {
    return this.#discovered
  }
  codeVerifier() {
    return this.#verifier
  }
}
