import { renderSVG } from 'uqr'
import type { Clock } from '#/kernel/clock.ts'
import { invalidField, notFound } from '#/kernel/errors.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import { Seal } from '#/kernel/seal.ts'
import type { Database, Reader, Transaction } from '#/storage/port.ts'
import type { UserRecord } from '../directory/directory.ts'
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'
import {
  countRecoveryCodes,
  findTotp,
  lockFactors,
  type PasskeyRow,
  passkeysOf,
  putTotp,
  removePasskey,
  removeRecoveryCodes,
  removeTotp,
  replaceRecoveryCodes,
  takeRecoveryCode,
  useTotpStep,
} from './store.ts'
import { isTotpCode, lastPossibleStep, newTotpSecret, totpAddress, totpStepOf } from './totp.ts'

interface SecondFactorsContext {
  readonly database: Database
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  /** The secret of this installation; it encrypts the secrets of authenticator apps. */
  readonly secret: string
}

export interface Factors {
  readonly passkeys: readonly PasskeyRow[]
  readonly totp: { readonly createdAtMs: number } | undefined
  readonly recoveryCodesLeft: number
}

/** An authenticator app that is being set up and is not stored yet. */
interface TotpEnrollment {
  /** For people who cannot scan the QR code. */
  readonly secret: string
  /** The content of the QR code. */
  readonly address: string
  /** The QR code, as SVG. */
  readonly qrCode: string
  /** Sealed state that the client returns with the first code. */
  readonly enrollment: string
}

const issuer = 'Almanac'
const enrollmentLifetimeMs = 15 * 60_000
const codeCharsMax = 100

/** Authenticator apps and recovery codes of users, and the list of all their factors. */
export class SecondFactors {
  readonly #context: SecondFactorsContext
  readonly #stored: Seal
  readonly #pending: Seal

  constructor(context: SecondFactorsContext) {
    this.#context = context
    this.#stored = new Seal(context.secret, 'almanac totp', context.randomBytes)
    this.#pending = new Seal(context.secret, 'almanac totp enrollment', context.randomBytes)
  }

  async of(userId: string): Promise<Factors> {
    const { database } = this.#context
    const totp = await findTotp(database, userId)
    return {
      passkeys: await passkeysOf(database, userId),
      totp: totp && { createdAtMs: totp.createdAt },
      recoveryCodesLeft: await countRecoveryCodes(database, userId),
    }
  }

  /** Whether the user has a second factor. Recovery codes alone do not count. */
  isSetUp(userId: string): Promise<boolean> {
    return hasFactor(this.#context.database, userId)
  }

  beginTotp({ id, email }: Pick<UserRecord, 'id' | 'email'>): TotpEnrollment {
    const secret = newTotpSecret(this.#context.randomBytes)
    const expiresAtMs = this.#context.clock.nowMs() + enrollmentLifetimeMs
    const sealed = this.#pending.seal(JSON.stringify({ userId: id, secret, expiresAtMs }))
    const enrollment = Buffer.from(sealed).toString('base64url')
    return { ...this.#shownEnrollment({ email, secret }), enrollment }
  }

  /** Restores an enrollment, for a page that is rendered again; undefined if it has expired. */
  resumeTotp(
    { id, email }: Pick<UserRecord, 'id' | 'email'>,
    enrollment: string,
  ): TotpEnrollment | undefined {
    const secret = this.#secretIn(enrollment, id)
    return secret === undefined
      ? undefined
      : { ...this.#shownEnrollment({ email, secret }), enrollment }
  }

  /**
   * Stores an authenticator app after its first correct code, replacing an existing one. Issues recovery codes to a user
   * who has none. With `isFirst`, rejects a user who already has a second factor.
   */
  async confirmTotp(
    { id: userId }: Pick<UserRecord, 'id'>,
    {
      enrollment,
      code,
      isFirst = false,
    }: { readonly enrollment: string; readonly code: string; readonly isFirst?: boolean },
  ): Promise<readonly string[] | undefined> {
    const { database, clock } = this.#context
    const nowMs = clock.nowMs()
    const secret = this.#secretIn(enrollment, userId)
    if (secret === undefined) {
      throw invalidField('The setup of the authenticator app has expired. Start again.')
    }
    const lastStep = totpStepOf(secret, withoutSpaces(code), nowMs)
    if (lastStep === undefined) {
      throw invalidField(
        'This code is wrong. Enter the code that the app shows now, and check the clock of your phone.',
      )
    }
    const sealed = this.#stored.seal(secret)
    return database.transaction(async (tx) => {
      await requireLock(tx, userId)
      if (isFirst && (await hasFactor(tx, userId))) {
        throw invalidField('This account has a second factor already. Use it to sign in.')
      }
      await putTotp(tx, { userId, sealed, lastStep, createdAt: nowMs })
      return this.giveRecoveryCodes(tx, userId)
    })
  }

  removeTotp(userId: string): Promise<void> {
    return this.#remove(userId, (tx) => removeTotp(tx, userId))
  }

  removePasskey(userId: string, id: string): Promise<void> {
    return this.#remove(userId, (tx) => removePasskey(tx, { userId, id }))
  }

  /** Issues recovery codes to a user who has none. */
  async giveRecoveryCodes(tx: Transaction, userId: string): Promise<readonly string[] | undefined> {
    if ((await countRecoveryCodes(tx, userId)) > 0) return undefined
    return this.#replaceCodes(tx, userId)
  }

  /** Replaces all recovery codes. */
  regenerateRecoveryCodes(userId: string): Promise<readonly string[]> {
    return this.#context.database.transaction(async (tx) => {
      await requireLock(tx, userId)
      if (!(await hasFactor(tx, userId))) {
        throw invalidField('Add a passkey or an authenticator app first.')
      }
      return this.#replaceCodes(tx, userId)
    })
  }

  /** Consumes a code of the authenticator app or a recovery code; false if it is wrong or was used before. */
  async use({
    userId,
    code,
  }: {
    readonly userId: string
    readonly code: string
  }): Promise<boolean> {
    const { database, clock } = this.#context
    if (code.length > codeCharsMax) return false
    const typed = withoutSpaces(code)
    if (!isTotpCode(typed)) {
      const taken = { userId, hash: recoveryCodeHash(code) }
      return database.transaction((tx) => takeRecoveryCode(tx, taken))
    }
    const nowMs = clock.nowMs()
    const row = await findTotp(database, userId)
    const secret = row && this.#stored.open(row.sealed)
    const step = secret === undefined ? undefined : totpStepOf(secret, typed, nowMs)
    if (step === undefined) return false
    const used = { userId, step, possible: lastPossibleStep(nowMs) }
    return database.transaction((tx) => useTotpStep(tx, used))
  }

  async #remove(userId: string, remove: (tx: Transaction) => Promise<boolean>): Promise<void> {
    await this.#context.database.transaction(async (tx) => {
      await requireLock(tx, userId)
      if (!(await remove(tx))) throw notFound()
      // Recovery codes without a factor are useless.
      if (!(await hasFactor(tx, userId))) await removeRecoveryCodes(tx, userId)
    })
  }

  async #replaceCodes(tx: Transaction, userId: string): Promise<readonly string[]> {
    const codes = newRecoveryCodes(this.#context.randomBytes)
    await replaceRecoveryCodes(tx, userId, codes.map(recoveryCodeHash))
    return codes
  }

  #shownEnrollment({ email, secret }: { readonly email: string; readonly secret: string }) {
    const address = totpAddress({ secret, email, issuer })
    return { secret, address, qrCode: renderSVG(address, { border: 2 }) }
  }

  #secretIn(enrollment: string, userId: string): string | undefined {
    const sealed = Buffer.from(enrollment, 'base64url').toString()
    const text = this.#pending.open(sealed)
    if (text === undefined) return undefined
    const pending = JSON.parse(text) as { userId: string; secret: string; expiresAtMs: number }
    const isGood = pending.userId === userId && pending.expiresAtMs > this.#context.clock.nowMs()
    return isGood ? pending.secret : undefined
  }
}

const withoutSpaces = (code: string): string => code.replaceAll(/\s/g, '')

async function hasFactor(reader: Reader, userId: string): Promise<boolean> {
  if ((await findTotp(reader, userId)) !== undefined) return true
  return (await passkeysOf(reader, userId)).length > 0
}

export async function requireLock(tx: Transaction, userId: string): Promise<void> {
  if (!(await lockFactors(tx, userId))) throw notFound()
}
