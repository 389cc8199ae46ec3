import { describe, expect, it } from 'vitest'
import { Faults } from './faults.ts'

const always = () => 0

describe('faults', () => {
  it('strike the operations that they name and no others', async () => {
    const faults = new Faults(always)
    faults.add({ operation: 'calendar.colors.*', status: 503 })
    await expect(faults.strike('calendar.colors.get')).rejects.toMatchObject({ status: 503 })
    await expect(faults.strike('calendar.settings.get')).resolves.toBeUndefined()
  })

  it('are used up after their count', async () => {
    const faults = new Faults(always)
    faults.add({
      operation: '*',
      status: 429,
      reason: 'rateLimitExceeded',
      retryAfterS: 3,
      count: 2,
    })
    const refusal = { status: 429, headers: { 'Retry-After': '3' } }
    await expect(faults.strike('a')).rejects.toMatchObject(refusal)
    expect(faults.list()).toMatchObject([{ count: 1 }])
    await expect(faults.strike('a')).rejects.toMatchObject(refusal)
    expect(faults.isEmpty).toBe(true)
  })

  it('occur with the configured probability', async () => {
    const chances = [0.2, 0.6]
    const faults = new Faults(() => chances.shift()!)
    faults.add({ operation: '*', status: 500, probability: 0.5 })
    await expect(faults.strike('a')).rejects.toMatchObject({ status: 500 })
    await expect(faults.strike('a')).resolves.toBeUndefined()
  })

  it('without a status only delay', async () => {
    const faults = new Faults(always)
    faults.add({ operation: '*', delayMs: 1 })
    await expect(faults.strike('a')).resolves.toBeUndefined()
  })
})
