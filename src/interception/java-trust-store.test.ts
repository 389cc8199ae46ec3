import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { javaTrustStore } from './java-trust-store.ts'

it('a trust store has the layout of a Java key store and a digest with its password', () => {
  const store = javaTrustStore([Buffer.from('one'), Buffer.from('two')], {
    password: 'secret',
    nowMs: 1,
  })
  const content =
    'feedfeed' +
    '00000002' +
    '00000002' +
    `00000002${hex('\0\x09almanac-0')}0000000000000001${hex('\0\x05X.509')}00000003${hex('one')}` +
    `00000002${hex('\0\x09almanac-1')}0000000000000001${hex('\0\x05X.509')}00000003${hex('two')}`
  const digest = createHash('sha1')
    .update('\0s\0e\0c\0r\0e\0tMighty Aphrodite')
    .update(Buffer.from(content, 'hex'))
    .digest('hex')
  expect(store.toString('hex')).toBe(content + digest)
})

const hex = (text: string) => Buffer.from(text, 'latin1').toString('hex')
