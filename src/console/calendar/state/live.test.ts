import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { askAgain } from './live.ts'

it('a change is seen that happens while the first answer is on its way', async () => {
  const client = new QueryClient()
  const answers: ((answer: string) => void)[] = []
  const queryKey = ['calendar', 'events']
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve))
  const observer = new QueryObserver(client, { queryKey, queryFn })
  const end = observer.subscribe(() => {})
  const asked = askAgain(client, queryKey)
  answers[0]!('before the change')
  await asked
  await expect.poll(() => answers.length).toBe(2)
  answers[1]!('after the change')
  await expect.poll(() => observer.getCurrentResult().data).toBe('after the change')
  end()
})
