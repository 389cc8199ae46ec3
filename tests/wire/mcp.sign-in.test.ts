import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { expect, it } from 'vitest'
import { BrowserUser } from '../support/browser-user.ts'
import { newProgram, newProof, type Program } from '../support/program.ts'
import { onEmbeddedServer } from '../support/sites.ts'

const ann = { email: 'ann@example.com' }

/** A client of MCP that sends a person to the pages of the server. */
class AgentSignIn implements OAuthClientProvider {
  readonly #program: Program
  readonly redirectUrl: string
  readonly clientMetadata
  address: URL | undefined
  #tokens: StoredOAuthTokens | undefined
  #verifier = ''
  #discovered: OAuthDiscoveryState | undefined

  constructor(program: Program) {
    this.#program = program
    this.redirectUrl = program.redirectUri
    this.clientMetadata = { redirect_uris: [program.redirectUri] }
  }

  clientInformation() {
    return { client_id: this.#program.id }
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

onEmbeddedServer('a client of MCP', (site) => {
  it('finds the pages to sign in by itself, and calls tools as the person', async () => {
    await site.user(ann)
    const authProvider = new AgentSignIn(await newProgram(site, { isPublic: true }))
    const url = new URL(`${site.base}/mcp`)
    const transport = () => new StreamableHTTPClientTransport(url, { authProvider })
    const first = transport()
    const client = () => new Client({ name: 'tests', version: '1' })
    await expect(client().connect(first)).rejects.toThrow(UnauthorizedError)
    const { address } = authProvider
    expect(address!.searchParams.get('resource')).toBe(`${site.base}/mcp`)
    const { to } = await new BrowserUser(site.base).agree(address!.pathname + address!.search, ann)
    await first.finishAuth(to.searchParams)
    const signedIn = client()
    await signedIn.connect(transport())
    const { structuredContent } = await signedIn.callTool({ name: 'list_calendars' })
    expect(structuredContent).toMatchObject({ calendars: [{ id: ann.email, primary: true }] })
    const { tools } = await signedIn.listTools()
    for (const { name } of tools) {
      // The arguments are wrong, but the scopes are sufficient.
      await expect(signedIn.callTool({ name, arguments: { x: 1 } })).resolves.toMatchObject({
        isError: true,
      })
    }
    await signedIn.close()
  })

  it('gets no token for another server', async () => {
    const program = await newProgram(site, { isPublic: true })
    const resource = 'https://elsewhere.example/mcp'
    const proof = { code_challenge: newProof().challenge, code_challenge_method: 'S256' }
    const { left } = await new BrowserUser(site.base).open(program.address({ resource, ...proof }))
    expect(left!.searchParams.get('error')).toBe('invalid_target')
  })
})
