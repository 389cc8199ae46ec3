import { createHash, randomBytes } from 'node:crypto'
import { type HttpReply, send } from './http.ts'
import { runAlmanac, type ServerPlace } from './server.ts'

/** What the token endpoint and its neighbors answer with. */
export interface TokenReply {
  readonly status: number
  readonly headers: HttpReply['headers']
  readonly body: {
    readonly access_token: string
    readonly refresh_token?: string
    readonly id_token?: string
    readonly scope: string
    readonly expires_in: number
    readonly token_type: string
    readonly error?: string
    readonly error_description?: string
    readonly [name: string]: unknown
  }
}

interface ProgramWish {
  readonly name?: string
  readonly type?: 'web' | 'installed'
  readonly redirectUri?: string
  readonly isPublic?: boolean
}

export const scope = (name: string): string => `https://www.googleapis.com/auth/${name}`

/** The challenge of one request for access, and what proves it. */
export function newProof(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** A program that asks people for access, known by the file that the command line has made for it. */
export class Program {
  readonly base: string
  readonly id: string
  readonly secret: string | undefined
  readonly redirectUri: string

  constructor(base: string, client: { id: string; secret?: string; redirectUri: string }) {
    this.base = base
    this.id = client.id
    this.secret = client.secret
    this.redirectUri = client.redirectUri
  }

  /** The same program, talking to another server. */
  at(base: string): Program {
    const { id, secret, redirectUri } = this
    return new Program(base, { id, redirectUri, ...(secret === undefined ? {} : { secret }) })
  }

  /** The address that a person is sent to. A parameter that is undefined is left out. */
  address(params: Readonly<Record<string, string | undefined>> = {}): string {
    const all = {
      client_id: this.id,
      redirect_uri: this.redirectUri,
      response_type: 'code',
      scope: `openid email ${scope('calendar.readonly')}`,
      ...params,
    }
    const given = Object.entries(all).filter(([, value]) => value !== undefined)
    return `/o/oauth2/v2/auth?${new URLSearchParams(given as [string, string][])}`
  }

  /** Posts a form to the token endpoint, with the credentials of the program. */
  token(form: Readonly<Record<string, string | undefined>>): Promise<TokenReply> {
    return this.post('/token', form)
  }

  exchange(
    code: string,
    form: Readonly<Record<string, string | undefined>> = {},
  ): Promise<TokenReply> {
    const { redirectUri: redirect_uri } = this
    return this.token({ grant_type: 'authorization_code', code, redirect_uri, ...form })
  }

  refresh(refreshToken: string): Promise<TokenReply> {
    return this.token({ grant_type: 'refresh_token', refresh_token: refreshToken })
  }

  async post(
    path: string,
    form: Readonly<Record<string, string | undefined>>,
  ): Promise<TokenReply> {
    const all = { client_id: this.id, client_secret: this.secret, ...form }
    return postForm(this.base + path, all)
  }
}

/** Posts a form; a field that is undefined is left out. */
export async function postForm(
  address: string,
  form: Readonly<Record<string, string | undefined>>,
  headers: Record<string, string> = {},
): Promise<TokenReply> {
  const given = Object.entries(form).filter(([, value]) => value !== undefined)
  const reply = await send(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(given as [string, string][]).toString(),
  })
  return {
    status: reply.status,
    headers: reply.headers,
    body: reply.json as unknown as TokenReply['body'],
  }
}

/** Registers a program with a server, through the command line. */
export async function newProgram(
  { place, base }: { place: ServerPlace; base: string },
  { name = 'Planner', type = 'web', redirectUri, isPublic = false }: ProgramWish = {},
): Promise<Program> {
  const uri = redirectUri ?? (type === 'web' ? 'https://planner.example.com/back' : undefined)
  const words = ['client', 'create', '--name', name, '--type', type, '--url', base]
  if (uri !== undefined) words.push('--redirect-uri', uri)
  if (isPublic) words.push('--public')
  const { code, stdout, stderr } = await runAlmanac(words, place.environment)
  if (code !== 0) throw new Error(`no client: ${stderr}`)
  const client = (JSON.parse(stdout) as Record<string, Record<string, string>>)[type]!
  return new Program(base, {
    id: client.client_id!,
    ...(client.client_secret === undefined ? {} : { secret: client.client_secret }),
    redirectUri: uri ?? 'http://127.0.0.1:7777',
  })
}
