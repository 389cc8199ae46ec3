import { t } from '../texts/shell.ts'
import { storageKey, world } from '../world.ts'
import { type Granted, leaveToSignIn, readReturn, refresh, revoke } from './authorization.ts'
import { adminScope } from './scopes.ts'

export interface Person {
  readonly sub: string
  readonly email: string
  readonly name?: string
  readonly isAdmin: boolean
}

export type SessionState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'signed-out'; readonly problem?: string }
  | {
      readonly kind: 'signed-in'
      readonly person: Person
      /** Whether an operation was rejected because it needs a recent sign-in. */
      readonly isStale?: boolean
    }

const refreshKey = storageKey('refresh')
const signedOutKey = storageKey('signed-out')
/** Tokens are renewed early, so that none expires during a call. */
const earlyMs = 60_000

/**
 * The session of the user. The access token is in memory only. The refresh token is in the storage of the
 * tab, so that reloading the page does not sign out, and changes with each use.
 */
class Session {
  #state: SessionState = { kind: 'opening' }
  #access: { readonly token: string; readonly goodUntilMs: number } | undefined
  #isAdmin = false
  #renewing: Promise<string | undefined> | undefined
  readonly #listeners = new Set<() => void>()

  readonly state = () => this.#state

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Restores the session, or asks the server whether this browser is signed in. */
  async open(): Promise<void> {
    try {
      await this.#open()
    } catch {
      this.#set({ kind: 'signed-out', problem: t.problems.unreachable })
    }
  }

  async #open(): Promise<void> {
    // Browsers withhold the required APIs from insecure pages.
    if (!isSecureContext) {
      const problem = t.problems.insecure
      this.#set({ kind: 'signed-out', problem })
    } else if (sessionStorage.getItem(refreshKey) !== null) {
      if ((await this.renewToken()) !== undefined) await this.#meet()
    } else if (sessionStorage.getItem(signedOutKey) !== null) this.#set({ kind: 'signed-out' })
    else await leaveToSignIn({ wanted: here(), prompt: 'none' })
  }

  /** Reads the response of the sign-in page and returns the requested page. */
  async return(answer: URLSearchParams): Promise<string> {
    const returned = await readReturn(answer)
    if (returned.kind === 'granted') {
      this.#keep(returned.granted)
      sessionStorage.removeItem(signedOutKey)
      await this.#meet()
    } else {
      this.#set({ kind: 'signed-out', ...problemIn(returned.error) })
      sessionStorage.setItem(signedOutKey, '')
    }
    return returned.wanted
  }

  signIn(): Promise<void> {
    return leaveToSignIn({ wanted: here(), prompt: 'login' })
  }

  /** Records whether the user has to sign in again. */
  setStale(isStale: boolean): void {
    if (this.#state.kind === 'signed-in') this.#set({ ...this.#state, isStale })
  }

  async signOut(): Promise<void> {
    const token = sessionStorage.getItem(refreshKey)
    sessionStorage.removeItem(refreshKey)
    sessionStorage.setItem(signedOutKey, '')
    this.#access = undefined
    try {
      if (token !== null) await revoke(token)
      this.#set({ kind: 'signed-out' })
    } catch {
      // No data of the user stays in the page, even if the server could not be reached.
      this.#set({ kind: 'signed-out', problem: notToldProblem })
    }
  }

  /** The access token, renewed if it is about to expire. */
  async token(): Promise<string | undefined> {
    if (this.#access !== undefined && performance.now() < this.#access.goodUntilMs) {
      return this.#access.token
    }
    return this.renewToken()
  }

  /** Renews the token once for all concurrent callers. Undefined signs out. */
  renewToken(): Promise<string | undefined> {
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  async #renew(): Promise<string | undefined> {
    const token = sessionStorage.getItem(refreshKey)
    if (token === null) return undefined
    const granted = await refresh(token)
    if (granted === undefined) {
      sessionStorage.removeItem(refreshKey)
      this.#access = undefined
      this.#set({ kind: 'signed-out', problem: t.problems.sessionEnded })
      return undefined
    }
    this.#keep(granted)
    return granted.access_token
  }

  #keep({ access_token: token, refresh_token, expires_in, scope }: Granted): void {
    sessionStorage.setItem(refreshKey, refresh_token)
    const goodUntilMs = performance.now() + expires_in * 1000 - earlyMs
    this.#access = { token, goodUntilMs }
    this.#isAdmin = scope.split(' ').includes(adminScope)
  }

  async #meet(): Promise<void> {
    const headers = { Authorization: `Bearer ${this.#access!.token}` }
    const reply = await fetch(`${world.prefix}/oauth2/v3/userinfo`, { headers })
    const person = (await reply.json()) as Omit<Person, 'isAdmin'>
    this.#set({ kind: 'signed-in', person: { ...person, isAdmin: this.#isAdmin } })
  }

  #set(state: SessionState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

const notToldProblem = t.problems.notSignedOut

const here = () => location.pathname + location.search + location.hash

/** That nobody is signed in yet is not reported as a problem. */
function problemIn(error: string): { problem?: string } {
  if (error === 'login_required' || error === 'unasked') return {}
  if (error === 'access_denied') return { problem: t.problems.notSignedIn }
  return { problem: t.problems.signInFailed }
}

export const session = new Session()
