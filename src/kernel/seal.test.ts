import { describe, expect, it } from 'vitest'
import { secureRandomBytes } from './randomness.ts'
import { Seal } from './seal.ts'

const sealOf = (secret: string, purpose = 'tests') => new Seal(secret, purpose, secureRandomBytes)

describe('a sealed text', () => {
  const seal = sealOf('a secret of this installation')

  it.each(['a secret text', 'ünïcode ☃', ' ', 'a'.repeat(1000), ''])(
    'of %j is read again',
    (text) => {
      const sealed = seal.seal(text)
      expect(sealed).not.toContain(text || 'nothing')
      expect(seal.open(sealed)).toBe(text)
    },
  )

  it('is another one each time', () => {
    expect(seal.seal('same')).not.toBe(seal.seal('same'))
  })

  it('cannot be opened with another secret, for another purpose, or if it was changed', () => {
    const sealed = seal.seal('precious')
    expect(sealOf('another secret').open(sealed)).toBeUndefined()
    expect(sealOf('a secret of this installation', 'others').open(sealed)).toBeUndefined()
    expect(seal.open(`${sealed.slice(0, -2)}AA`)).toBeUndefined()
    expect(seal.open(sealed.slice(0, 10))).toBeUndefined()
    expect(seal.open('plain')).toBeUndefined()
  })
})
