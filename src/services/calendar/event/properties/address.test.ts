import { expect, it } from 'vitest'
import { addressIn } from './attendees.ts'

it.each([
  ['ann@example.com', 'ann@example.com'],
  [' Ann@Example.com ', 'ann@example.com'],
  ['mailto:ann@example.com', 'ann@example.com'],
  [' MAILTO:Ann@example.com', 'ann@example.com'],
  ['<ann@example.com>', undefined],
  ['Ann <ann@example.com>', undefined],
  ['ann@<example.com>', undefined],
  ['mailto:', undefined],
  ['tel:+1-555-0100', undefined],
  ['', undefined],
])('%j names the address %j', (text, address) => {
  expect(addressIn(text)).toBe(address)
})
