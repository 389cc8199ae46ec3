import { expect, it } from 'vitest'
import { OnDemand } from './on-demand.ts'

it('loads once, at the first use, and again after a failure', async () => {
  let loads = 0
  const value = new OnDemand(async () => {
    loads += 1
    if (loads === 1) throw new Error('too many open files')
    return loads
  })
  expect([value.loaded, loads]).toEqual([undefined, 0])
  await expect(value.get()).rejects.toThrow('too many open files')
  expect(value.loaded).toBeUndefined()
  expect(await Promise.all([value.get(), value.get()])).toEqual([2, 2])
  expect(await value.loaded).toBe(2)
})
