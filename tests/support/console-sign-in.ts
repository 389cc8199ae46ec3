import { pageOf } from './browser-page.ts'
import type { HttpReply } from './http.ts'
import { newProof, postForm, type TokenReply } from './program.ts'

const client_id = 'almanac-console'
const stepsMax = 10

/** A browser that keeps cookies and follows nothing. */
interface Exchanger {
  exchange(
    path: string,
    method: string,
    body?: string,
  ): Promise<Pick<HttpReply, 'status' | 'headers' | 'text'>>
}

/** Somebody who is signed in to the console, as its script sees it. */
interface ConsoleSession {
  readonly accessToken: string
  readonly refreshToken: string
  /** Goes on with the refresh token, which is good once. */
  refresh(): Promise<TokenReply>
}

/** Where the console sends a browser to sign in. */
export function consoleAddress(
  base: string,
  { challenge, ...more }: { challenge: string } & Record<string, string>,
): string {
  const params = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: `${base}/signed-in`,
    scope:
      'openid email urn:almanac:account urn:almanac:admin https://www.googleapis.com/auth/calendar',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  })
  return `/o/oauth2/v2/auth?${params}`
}

/** Signs in to the console: with a password and a code where it is asked for, or with one click of dev mode. */
export async function signInToConsole(
  { base, browser }: { base: string; browser: Exchanger },
  choices: { email: string; password?: string; code?: string },
  params: Record<string, string> = {},
): Promise<ConsoleSession> {
  const { verifier, challenge } = newProof()
  let lastWords = ''
  let [path, method, body] = [consoleAddress(base, { challenge, ...params }), 'GET', '']
  for (let steps = 0; steps < stepsMax; steps++) {
    const reply = await browser.exchange(path, method, method === 'POST' ? body : undefined)
    const { location } = reply.headers
    if (location !== undefined) {
      const next = new URL(location, base)
      const code = next.pathname === '/signed-in' ? next.searchParams.get('code') : null
      if (code !== null) return grantedTo(base, { code, verifier })
      ;[path, method] = [next.pathname + next.search, 'GET']
      continue
    }
    const page = pageOf(path, reply)
    lastWords = page.words
    const { email, password, code = '' } = choices
    const { form, pressed } = page.button((text) =>
      password === undefined ? text.includes(email) : ['Sign in', 'Continue'].includes(text),
    )
    const fill = password === undefined ? {} : { fill: { email, password, code } }
    ;[path, method, body] = [form.action, 'POST', form.body(pressed, fill).toString()]
  }
  throw new Error(`${choices.email} is not let in to the console: ${lastWords}`)
}

async function grantedTo(
  base: string,
  { code, verifier }: { code: string; verifier: string },
): Promise<ConsoleSession> {
  const { body } = await postForm(`${base}/token`, {
    grant_type: 'authorization_code',
    client_id,
    code,
    redirect_uri: `${base}/signed-in`,
    code_verifier: verifier,
  })
  let refreshToken = body.refresh_token!
  return {
    accessToken: body.access_token,
    get refreshToken() {
      return refreshToken
    },
    async refresh() {
      const reply = await postForm(`${base}/token`, {
        grant_type: 'refresh_token',
        client_id,
        refresh_token: refreshToken,
      })
      refreshToken = reply.body.refresh_token ?? refreshToken
      return reply
    },
  }
}
