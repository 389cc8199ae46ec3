import { describe, expect, it } from 'vitest'
import { seededRandomBytes } from '#/kernel/randomness.ts'
import { newRecoveryCodes, recoveryCodeHash, recoveryCodesCount } from './recovery-codes.ts'

describe('recovery codes', () => {
  const codes = newRecoveryCodes(seededRandomBytes('recovery'))

  it('are ten different ones in groups of four', () => {
    expect(recoveryCodesCount).toBe(10)
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[0-9a-v]{4}(-[0-9a-v]{4}){3}$/)
  })

  it('are recognized with any case and spacing', () => {
    const [code = ''] = codes
    const typed = [code.toUpperCase(), code.replaceAll('-', ''), ` ${code.replaceAll('-', ' ')} `]
    for (const text of typed) expect(recoveryCodeHash(text)).toBe(recoveryCodeHash(code))
    expect(recoveryCodeHash(codes[1]!)).not.toBe(recoveryCodeHash(code))
  })
})
