import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { AgentSignIn } from '../support/agent-sign-in.ts'
import { BrowserUser } from '../support/browser-user.ts'
import { serveClientDocuments } from '../support/client-documents.ts'
import { send } from '../support/http.ts'
import { newProgram, newProof, Program } from '../support/program.ts'
import { embeddedEngine } from '../support/server.ts'
import { onEmbeddedServer, siteOf } from '../support/sites.ts'

const ann = { email: 'ann@example.com' }
const redirectUri = 'http://127.0.0.1/back'

const client = () => new Client({ name: 'tests', version: '1' })

/** Lets a person sign in at the address to which an agent sends them, and returns the signed-in client. */
async function signedIn(base: string, authProvider: AgentSignIn): Promise<Client> {
  const url = new URL(`${base}/mcp`)
  const transport = () => new StreamableHTTPClientTransport(url, { authProvider })
  const first = transport()
  await expect(client().connect(first)).rejects.toThrow(UnauthorizedError)
  const { pathname, search, searchParams } = authProvider.address!
  expect(searchParams.get('resource')).toBe(`${base}/mcp`)
  const { to } = await new BrowserUser(base).agree(pathname + search, ann)
  await first.finishAuth(to.searchParams)
  const connected = client()
  await connected.connect(transport())
  return connected
}

onEmbeddedServer('a client of MCP', (site) => {
  it('finds the pages to sign in by itself, and calls tools as the person', async () => {
    await site.user(ann)
    const program = await newProgram(site, { isPublic: true })
    const wish = { clientId: program.id, redirectUri: program.redirectUri }
    const agent = await signedIn(site.base, new AgentSignIn(wish))
    const { structuredContent } = await agent.callTool({ name: 'list_calendars' })
    expect(structuredContent).toMatchObject({ calendars: [{ id: ann.email, primary: true }] })
    const { tools } = await agent.listTools()
    for (const { name } of tools) {
      // The arguments are wrong, but the scopes are sufficient.
      await expect(agent.callTool({ name, arguments: { x: 1 } })).resolves.toMatchObject({
        isError: true,
      })
    }
    await agent.close()
  })

  it('gets no token for another server', async () => {
    const program = await newProgram(site, { isPublic: true })
    const resource = 'https://elsewhere.example/mcp'
    const proof = { code_challenge: newProof().challenge, code_challenge_method: 'S256' }
    const { left } = await new BrowserUser(site.base).open(program.address({ resource, ...proof }))
    expect(left!.searchParams.get('error')).toBe('invalid_target')
  })

  it('cannot register itself unless a setting allows it', async () => {
    const body = { redirect_uris: [redirectUri] }
    expect((await send(`${site.base}/register`, { method: 'POST', body })).status).toBe(404)
    for (const name of ['openid-configuration', 'oauth-authorization-server']) {
      const { json } = await send(`${site.base}/.well-known/${name}`)
      expect(json).toMatchObject({ issuer: site.base, client_id_metadata_document_supported: true })
      expect(json).not.toHaveProperty('registration_endpoint')
    }
  })
})

describe('a client that describes itself', () => {
  it('needs no registration: its id is the address of its document', async () => {
    await using documents = await serveClientDocuments()
    await using place = await embeddedEngine.place()
    // Only a process reads certificates when it starts.
    await using server = await place.startProcess({
      NODE_EXTRA_CA_CERTS: documents.certificatePath,
    })
    const { base } = server
    await siteOf(place, server).user(ann)
    const metadata = (client_id: string) => ({
      client_id,
      client_name: 'Assistant',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none',
    })
    const documentAddress = documents.put('/agent.json', metadata)
    // The port of the redirect URI differs from run to run.
    const wish = { documentAddress, redirectUri: 'http://127.0.0.1:7001/back' }
    const agent = await signedIn(base, new AgentSignIn(wish))
    const { structuredContent } = await agent.callTool({ name: 'list_calendars' })
    expect(structuredContent).toMatchObject({ calendars: [{ id: ann.email }] })
    await agent.close()
    expect(documents.requests.get('/agent.json')).toBe(1)

    const open = async (id: string, redirect = wish.redirectUri) => {
      const proof = { code_challenge: newProof().challenge, code_challenge_method: 'S256' }
      const program = new Program(base, { id, redirectUri: redirect })
      return send(base + program.address(proof))
    }
    expect((await open(documentAddress)).status).toBe(303)
    const refused: [string, string, string?][] = [
      ['a path that is not in the document', documentAddress, 'http://127.0.0.1:7001/other'],
      ['another host', documentAddress, 'https://elsewhere.example/back'],
      ['no document', `${documents.base}/nothing.json`],
      ['another id', documents.put('/other.json', () => metadata(documentAddress))],
      ['no JSON', documents.put('/text.json', () => '{')],
      [
        'a secret',
        documents.put('/secret.json', (id) => ({ ...metadata(id), client_secret: 'x' })),
      ],
      [
        'a large document',
        documents.put('/large.json', (id) => ({ ...metadata(id), client_uri: 'x'.repeat(20_000) })),
      ],
      ['http', 'http://localhost/agent.json'],
      ['an unreachable host', 'https://localhost:1/agent.json'],
    ]
    for (const [what, id, redirect] of refused) {
      const { status, headers } = await open(id, redirect)
      expect([what, status, headers.location]).toEqual([what, expect.toSatisfy(is4xx), undefined])
    }
  })

  it('is not looked for at private addresses in production', async () => {
    await using documents = await serveClientDocuments()
    await using place = await embeddedEngine.place()
    await using server = await place.startProcess({
      NODE_EXTRA_CA_CERTS: documents.certificatePath,
      ALMANAC_MODE: 'production',
      ALMANAC_MCP: 'on',
    })
    const id = documents.put('/agent.json', (client_id) => ({ client_id }))
    const program = new Program(server.base, { id, redirectUri })
    expect((await send(server.base + program.address())).status).toBe(400)
    expect(documents.requests.size).toBe(0)
  })
})

onEmbeddedServer(
  'registration of clients',
  (site) => {
    const register = (body: unknown) => send(`${site.base}/register`, { method: 'POST', body })

    it('lets a client register itself and sign in a person', async () => {
      await site.user(ann)
      const provider = new AgentSignIn({ redirectUri: 'http://127.0.0.1:7002/back' })
      const agent = await signedIn(site.base, provider)
      const { structuredContent } = await agent.callTool({ name: 'list_calendars' })
      expect(structuredContent).toMatchObject({ calendars: [{ id: ann.email }] })
      await agent.close()
      expect(provider.registered).toMatchObject({ client_name: 'Assistant' })
      expect(provider.registered).not.toHaveProperty('client_secret')
    })

    it('gives confidential clients a secret', async () => {
      const { status, json } = await register({ redirect_uris: ['https://agent.example/back'] })
      expect(status).toBe(201)
      expect(json).toMatchObject({
        client_id: expect.any(String),
        client_secret: expect.any(String),
        client_secret_expires_at: 0,
        redirect_uris: ['https://agent.example/back'],
        token_endpoint_auth_method: 'client_secret_basic',
      })
    })

    it.each<[string, unknown, string]>([
      ['no JSON', Buffer.from('{'), 'invalid_client_metadata'],
      ['a list', [], 'invalid_client_metadata'],
      ['too much', { client_name: 'x'.repeat(20_000) }, 'invalid_client_metadata'],
      ['no redirect URI', {}, 'invalid_redirect_uri'],
      ['redirect URIs that are none', { redirect_uris: [7] }, 'invalid_redirect_uri'],
      ['http elsewhere', { redirect_uris: ['ftp://a.example/'] }, 'invalid_redirect_uri'],
      [
        'an unknown way to authenticate',
        { redirect_uris: [redirectUri], token_endpoint_auth_method: 'private_key_jwt' },
        'invalid_client_metadata',
      ],
      [
        'another flow',
        { redirect_uris: [redirectUri], response_types: ['token'] },
        'invalid_client_metadata',
      ],
      [
        'a long name',
        { redirect_uris: [redirectUri], client_name: 'x'.repeat(300) },
        'invalid_client_metadata',
      ],
      [
        'a name that is none',
        { redirect_uris: [redirectUri], client_name: 7 },
        'invalid_client_metadata',
      ],
    ])('refuses %s', async (_, body, error) => {
      const { status, json } = await register(body)
      expect([status, json]).toEqual([400, expect.objectContaining({ error })])
    })
  },
  { ALMANAC_CLIENT_REGISTRATION: 'on' },
)

const is4xx = (status: unknown): boolean => Number(status) >= 400 && Number(status) < 500
