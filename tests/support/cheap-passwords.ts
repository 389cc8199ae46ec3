import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const cheapest = { memory: 8, passes: 1 }

/**
 * Lets this process hash passwords with the least work, because the cost that protects stored hashes is most of the
 * cost of a sign-in. Other processes cannot verify these hashes. Call it before the program is loaded.
 */
export function hashPasswordsCheaply(): void {
  const original = crypto.argon2
  if (original.name === cheapArgon2.name) return
  hashWith = original
  crypto.argon2 = cheapArgon2
  syncBuiltinESMExports()
}

let hashWith: typeof crypto.argon2

const cheapArgon2: typeof crypto.argon2 = (algorithm, parameters, callback) =>
  hashWith(algorithm, { ...parameters, ...cheapest }, callback)
