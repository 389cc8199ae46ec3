import { expect, it } from 'vitest'
import { WaitBudget } from './wait-budget.ts'

const never = new Promise<void>(() => {})

it('waits for work that completes', async () => {
  const events: string[] = []
  const work = new Promise<void>((resolve) => setImmediate(resolve)).then(() => events.push('work'))
  await new WaitBudget(60_000).spend(work)
  expect(events).toEqual(['work'])
})

it('continues without work that does not complete, and spends nothing more on it', async () => {
  const budget = new WaitBudget(5)
  await budget.spend(never)
  const isLate = Promise.withResolvers<string>()
  setTimeout(() => isLate.resolve('late'), 5_000).unref()
  const second = budget.spend(never).then(() => 'went on')
  expect(await Promise.race([second, isLate.promise])).toBe('went on')
})
