import type { AuditTrail } from '#/audit/trail.ts'
import type { Clock } from '#/kernel/clock.ts'
import { ApiError } from '#/kernel/errors.ts'
import type { Directory, UserRecord } from '../../directory/directory.ts'
import { userNote } from '../../directory/user-note.ts'
import {
  appSetupPage,
  passkeyScriptHash,
  recoveryCodesPage,
  secondFactorPage,
} from '../../pages/index.ts'
import { type Passkeys, relyingPartyAt, type UsedPasskey } from '../../second-factor/passkeys.ts'
import type { SecondFactors } from '../../second-factor/second-factors.ts'
import { networkSubject, secondFactorSubject } from '../../sign-in/sign-in-failures.ts'
import type { Blocked, SignInThrottle } from '../../sign-in/sign-in-throttle.ts'
import { isSecondFactorRequired, type SecondFactorDuty } from './sign-in-policy.ts'

export interface SecondFactorStepContext extends SecondFactorDuty {
  readonly audit: AuditTrail
  readonly clock: Clock
  readonly directory: Directory
  readonly secondFactors: SecondFactors
  readonly passkeys: Passkeys
  /** The public URL, if the settings name one. */
  readonly publicUrl: string
}

/** An authenticated user and the authentication methods, by their names in RFC 8176. */
export interface SignedIn {
  readonly accountId: string
  readonly methods: readonly string[]
  /** The id of the identity provider that authenticated the user; undefined for this server. */
  readonly provider?: string | undefined
}

/** The origin of a submission. */
interface StepSource {
  /** The interaction that the submission is bound to. */
  readonly uid: string
  readonly origin: string
  readonly peer: string
}

/** The result of a submission. */
export type StepOutcome =
  | {
      readonly kind: 'proved'
      readonly methods: readonly string[]
      readonly codes?: readonly string[]
    }
  | { readonly kind: 'wrong'; readonly problem?: string }
  | Blocked

/** What all forms of an interaction have. */
interface StepForm {
  readonly action: string
  readonly csrf: string
  readonly locale: string
}

interface Rendered {
  readonly page: string
  readonly scriptHashes: readonly string[]
}

const pendingLifetimeMs = 10 * 60_000

/** The second step of a sign-in: asks for the second factor, or sets one up if it is required. */
export class SecondFactorStep {
  readonly #context: SecondFactorStepContext
  readonly #throttle: SignInThrottle

  constructor(context: SecondFactorStepContext, throttle: SignInThrottle) {
    this.#context = context
    this.#throttle = throttle
  }

  /** Whether a sign-in still needs a second factor. */
  async isIncomplete({ accountId, methods }: SignedIn): Promise<boolean> {
    if (methods.includes('mfa')) return false
    if (await this.#context.secondFactors.isSetUp(accountId)) return true
    return isSecondFactorRequired(this.#context, accountId)
  }

  /** The state of an incomplete sign-in, for the interaction. It grants no access. */
  pendingResult(signedIn: SignedIn) {
    const expiresAtMs = this.#context.clock.nowMs() + pendingLifetimeMs
    return { pending: { ...signedIn, expiresAtMs } }
  }

  /** The incomplete sign-in of an interaction; undefined if there is none or it has expired. */
  pendingIn({ result }: { readonly result?: Readonly<Record<string, unknown>> | undefined }) {
    const pending = result?.pending as (SignedIn & { expiresAtMs: number }) | undefined
    const isOver = pending === undefined || pending.expiresAtMs <= this.#context.clock.nowMs()
    return isOver ? undefined : pending
  }

  /** Renders the page that asks for the second factor, or sets it up. */
  async render(
    user: UserRecord,
    {
      form,
      source,
      outcome,
      enrollment = '',
    }: {
      readonly form: StepForm
      readonly source: Pick<StepSource, 'uid' | 'origin'>
      /** The result of the previous submission. */
      readonly outcome?: Exclude<StepOutcome, { kind: 'proved' }> | undefined
      /** The authenticator app that is being set up. */
      readonly enrollment?: string
    },
  ): Promise<Rendered> {
    const { secondFactors } = this.#context
    const { email } = user
    const factors = await secondFactors.of(user.id)
    if (factors.totp === undefined && factors.passkeys.length === 0) {
      const setup = secondFactors.resumeTotp(user, enrollment) ?? secondFactors.beginTotp(user)
      const problem = outcome?.kind === 'wrong' ? outcome.problem : undefined
      return { page: appSetupPage({ ...form, ...setup, email, problem }), scriptHashes: [] }
    }
    const options =
      factors.passkeys.length === 0 ? undefined : await this.passkeyOptions(source, user.id)
    const error = outcome === undefined ? {} : { ...outcome, error: outcome.kind }
    const hasApp = factors.totp !== undefined
    const passkey = options && { ...form, options }
    return {
      page: secondFactorPage({ ...form, ...error, email, hasApp, passkey }),
      scriptHashes: passkey === undefined ? [] : [passkeyScriptHash],
    }
  }

  renderCodes(form: StepForm, codes: readonly string[]) {
    return recoveryCodesPage({ ...form, codes })
  }

  /** Options for the browser to sign in with a passkey; undefined if passkeys are not available. */
  async passkeyOptions({ uid, origin }: Pick<StepSource, 'uid' | 'origin'>, userId?: string) {
    const site = relyingPartyAt(this.#context.publicUrl || origin)
    return site && this.#context.passkeys.requestOptions({ purpose: purposeOf(uid), site, userId })
  }

  /** Verifies the response of a passkey. Failures count against the network. */
  async usePasskey(
    credential: string,
    { uid, origin, peer }: StepSource,
  ): Promise<UsedPasskey | Blocked | undefined> {
    const attempt = await this.#throttle.begin([networkSubject(peer)])
    if (attempt.kind === 'blocked') return attempt
    const site = relyingPartyAt(this.#context.publicUrl || origin)
    const purpose = purposeOf(uid)
    const used = site && (await this.#context.passkeys.use(credential, { purpose, site }))
    if (used !== undefined) await this.#throttle.succeed(attempt)
    return used
  }

  /** Checks a submission of the page. */
  async check(
    user: UserRecord,
    { methods }: SignedIn,
    { form, source }: { readonly form: URLSearchParams; readonly source: StepSource },
  ): Promise<StepOutcome> {
    const isSetUp = await this.#context.secondFactors.isSetUp(user.id)
    if (!isSetUp) return this.#setUp(user, methods, form)
    const credential = form.get('credential')
    if (credential === null) {
      const code = form.get('code') ?? ''
      const outcome = await this.#checkCode(user, code, source)
      return outcome ?? { kind: 'proved', methods: [...methods, 'otp', 'mfa'] }
    }
    const used = await this.usePasskey(credential, source)
    if (used !== undefined && 'kind' in used) return used
    return used?.userId === user.id
      ? { kind: 'proved', methods: [...new Set([...methods, ...used.methods])] }
      : { kind: 'wrong' }
  }

  async #checkCode(
    { id: userId, email }: UserRecord,
    code: string,
    { peer }: StepSource,
  ): Promise<Exclude<StepOutcome, { kind: 'proved' }> | undefined> {
    const attempt = await this.#throttle.begin([networkSubject(peer), secondFactorSubject(email)])
    if (attempt.kind === 'blocked') return attempt
    if (!(await this.#context.secondFactors.use({ userId, code }))) return { kind: 'wrong' }
    await this.#throttle.succeed(attempt)
    return undefined
  }

  async #setUp(
    user: UserRecord,
    methods: readonly string[],
    form: URLSearchParams,
  ): Promise<StepOutcome> {
    const [enrollment, code] = [form.get('enrollment') ?? '', form.get('code') ?? '']
    try {
      const note = { action: 'auth.totp.confirm', object: `users/${user.email}`, ...userNote(user) }
      const codes = await this.#context.audit.carryOut(note, () =>
        this.#context.secondFactors.confirmTotp(user, { enrollment, code, isFirst: true }),
      )
      const proved = { kind: 'proved', methods: [...methods, 'otp', 'mfa'] } as const
      return codes === undefined ? proved : { ...proved, codes }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      return { kind: 'wrong', problem: error.message }
    }
  }
}

/** Responses of passkeys are bound to one interaction. */
const purposeOf = (uid: string): string => `sign-in:${uid}`
