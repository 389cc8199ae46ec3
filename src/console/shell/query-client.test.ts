import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { makeQueryClient } from './query-client.ts'

afterEach(() => onlineManager.setOnline(true))

it('asks the server also when the browser has no network, and again when it has', async () => {
  const client = makeQueryClient()
  onlineManager.setOnline(false)
  const queryKey = ['events']
  expect(await client.fetchQuery({ queryKey, queryFn: () => 'an answer' })).toBe('an answer')
  const change = new MutationObserver(client, { mutationFn: async () => 'done' })
  expect(await change.mutate()).toBe('done')
  expect(client.defaultQueryOptions({ queryKey }).refetchOnReconnect).toBe(true)
})
