import { describe, expect, it } from 'vitest'
import { isSendable, mailboxText, readMailbox } from './mailbox.ts'

describe('a mailbox', () => {
  it.each([
    ['Almanac <no-reply@example.com>', { name: 'Almanac', address: 'no-reply@example.com' }],
    ['"Our Calendars" <a@example.com>', { name: 'Our Calendars', address: 'a@example.com' }],
    ['a@example.com', { name: undefined, address: 'a@example.com' }],
    ['<a@example.com>', { name: undefined, address: 'a@example.com' }],
  ])('is read from %s', (text, mailbox) => {
    expect(readMailbox(text)).toEqual(mailbox)
    expect(readMailbox(mailboxText(mailbox))).toEqual(mailbox)
  })

  it.each([
    ['bob@example.com', true],
    ['bob+tag@example.com', true],
    ['größe@exämple.com', true],
    ['bob', false],
    ['bob@', false],
    ['a@b@example.com', false],
    ['bob@example.com,eve@example.com', false],
    ['bob@example.com\r\nRCPT TO:<eve@example.com>', false],
    ['"a b"@example.com', false],
    [`${'x'.repeat(250)}@example.com`, false],
  ])('takes mail at %j: %s', (address, expected) => {
    expect(isSendable(address)).toBe(expected)
  })
})
