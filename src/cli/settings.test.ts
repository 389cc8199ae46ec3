import { expect, it } from 'vitest'
import { ignoreMissingReader } from './settings.ts'

it('commands of one process listen once for the loss of their reader', () => {
  ignoreMissingReader()
  const count = process.stdout.listenerCount('error')
  ignoreMissingReader()
  expect(process.stdout.listenerCount('error')).toBe(count)
})
