import { describe, expect, it } from 'vitest'
import { addressOf } from './client.ts'

describe('the address of a call', () => {
  it.each([
    [{}, '/a'],
    [{ q: 'x y', n: 5, flag: false }, '/a?q=x+y&n=5&flag=false'],
    [{ gone: undefined, none: null }, '/a'],
    [{ eventTypes: ['default', 'focusTime'] }, '/a?eventTypes=default&eventTypes=focusTime'],
  ])('takes the query %o', (query, address) => {
    expect(addressOf('/a', query)).toBe(address)
  })
})
