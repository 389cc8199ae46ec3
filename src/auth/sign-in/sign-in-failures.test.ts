import { expect, it } from 'vitest'
import {
  accountSubject,
  delayMsAfter,
  deviceSubject,
  networkSubject,
  pairSubject,
} from './sign-in-failures.ts'

const waits = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048]

it.each([
  ['an account from one network', 5, 900, pairSubject('ann@example.com', '192.0.2.1')],
  ['a known device', 5, 900, deviceSubject('ann@example.com', 'device')],
  ['an account from everywhere', 100, 60, accountSubject('ann@example.com')],
  ['a network', 50, 900, networkSubject('192.0.2.1')],
])('%s waits twice as long after each failure but the first %i, up to %i s', (...row) => {
  const [, free, waitMax, subject] = row
  for (let failures = 0; failures <= free; failures++) {
    expect(delayMsAfter(failures, subject)).toBe(0)
  }
  const delays = waits.map((_, index) => delayMsAfter(free + index + 1, subject) / 1000)
  expect(delays).toEqual(waits.map((wait) => Math.min(wait, waitMax)))
})

it('an account is the same for every spelling of its address', () => {
  expect(accountSubject(' Ann@Example.com ')).toEqual(accountSubject('ann@example.com'))
})
