import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { describe, it } from 'vitest'
import { ApiError } from '#/kernel/errors.ts'
import { seededRandomBytes } from '#/kernel/randomness.ts'
import { costRatio } from '../../../tests/support/growth.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { requireAcceptablePassword } from './passwords-rules.ts'

const randomBytes = seededRandomBytes('passwords')

describe('a password hash', () => {
  it('names its algorithm and cost, and nothing of the password', async () => {
    const hash = await hashPassword('correct horse', randomBytes)
    assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  })

  it('differs each time', async () => {
    const hashes = [
      await hashPassword('same', randomBytes),
      await hashPassword('same', randomBytes),
    ]
    assert.notEqual(hashes[0], hashes[1])
  })

  it('is met by its own password alone', async () => {
    const hash = await hashPassword('correct horse', randomBytes)
    assert.equal(await verifyPassword('correct horse', hash), true)
    for (const other of ['correct hors', 'Correct horse', 'correct horse ', '']) {
      assert.equal(await verifyPassword(other, hash), false)
    }
  })

  it('matches the same letters in any Unicode composition', async () => {
    const hash = await hashPassword('Zürich am See', randomBytes)
    assert.equal(await verifyPassword('Zu\u0308rich am See', hash), true)
  })

  it('of another cost is checked at that cost', async () => {
    const parameters = { nonce: Buffer.alloc(16), tagLength: 32, memory: 64, passes: 1 }
    const tag = argon2Sync('argon2id', { ...parameters, message: 'old password', parallelism: 1 })
    const [salt, expected] = [parameters.nonce, tag].map((bytes) =>
      bytes.toString('base64').replace(/=+$/, ''),
    )
    const cheap = `$argon2id$v=19$m=64,t=1,p=1$${salt}$${expected}`
    assert.equal(await verifyPassword('old password', cheap), true)
    assert.equal(await verifyPassword('new password', cheap), false)
  })

  it('that is missing is met by nothing, after as much work', async () => {
    const stored = await hashPassword('a password', randomBytes)
    const ratio = await costRatio({
      small: () => verifyPassword('anything', undefined),
      large: () => verifyPassword('anything', stored),
    })
    assert.equal(await verifyPassword('anything', undefined), false)
    assert.ok(ratio < 4)
  })

  it('in another form is a fault of ours', async () => {
    await assert.rejects(verifyPassword('x', '$2b$10$abc'), /not in the form/)
  })
})

describe('a new password', () => {
  for (const [password, message] of [
    ['short', /at least 10/],
    ['ninechars', /at least 10/],
    ['\u{1f600}'.repeat(9), /at least 10/],
    ['long '.repeat(300), /at most 1024/],
    ['x7#Kq!29vB'.repeat(100_000), /at most 1024/],
    ['Ann.Somebody@Example.com', /email address/],
    ['Ann.Somebody', /email address/],
    ['somebody1999', /email address/],
    ['Password123', /easy to guess: it is a common password\. Use four/],
    ['pAsSwOrD123', /a common password/],
    ['ｐａｓｓｗｏｒｄ123', /a common password/],
    ['qwerty1234', /a common password/],
    ['1q2w3e4r5t', /a common password/],
    ['1qaz2wsx3edc', /a common password/],
    ['1234567890', /a common password/],
    ['P@ssw0rd2024!', /similar to a common password/],
    ['iloveyou123', /a common password/],
    ['letmein12345', /similar to a common password/],
    ['Summer2026!', /similar to a common password/],
    ['qwerty-12345', /common words and little else/],
    ['tenletters', /common words and little else/],
    ['9876543210', /a sequence/],
    ['abcdefghij', /a sequence/],
    ['abcdabcdabcd', /repeats the same characters/],
    ['aaaaaaaaaaaa', /repeats one character/],
    ['\u{1f600}'.repeat(12), /repeats the same characters/],
    ['hgfdswertyu', /neighboring keys/],
    ['14.07.1989', /a date/],
  ] as const) {
    it(`is refused when it is ${JSON.stringify(password.slice(0, 30))}`, async () => {
      await assert.rejects(
        requireAcceptablePassword(password, 'ann.somebody@example.com'),
        (error) => error instanceof ApiError && error.status === 400 && message.test(error.message),
      )
    })
  }

  for (const password of [
    'correct horse',
    'correct horse battery staple',
    'Пароль-из-букв',
    'x7#Kq!29vB',
    `1234${'пример '.repeat(100)}`,
    Buffer.from(randomBytes(768)).toString('base64'),
  ]) {
    it(`may be ${JSON.stringify(password.slice(0, 30))}`, async () => {
      await requireAcceptablePassword(password, 'ann@example.com')
    })
  }
})
