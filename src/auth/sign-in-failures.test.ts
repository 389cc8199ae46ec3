import { expect, it } from 'vitest'
import { accountSubject, delayMsAfter, networkSubject } from './sign-in-failures.ts'

const waits = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]

it.each([
  ['an account', 5, accountSubject('ann@example.com')],
  ['a network', 50, networkSubject('192.0.2.1')],
])('%s waits twice as long after each failure but the first %i', (_, free, subject) => {
  for (let failures = 0; failures <= free; failures++) {
    expect(delayMsAfter(failures, subject)).toBe(0)
  }
  const delays = waits.map((_, index) => delayMsAfter(free + index + 1, subject) / 1000)
  expect(delays).toEqual(waits)
})

it('an account is the same however its address is written', () => {
  expect(accountSubject(' Ann@Example.com ')).toEqual(accountSubject('ann@example.com'))
})
