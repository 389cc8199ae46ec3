import { MutationCache, notifyManager, QueryClient } from '@tanstack/react-query'
import { ApiProblem, needsSignIn } from '../api/index.ts'
import { toast } from '../ui/feedback/toasts.tsx'

const retriesMax = 2

// React shows an input as it was until its new state arrives. By default that comes with a timer,
// so that a tick would vanish for a moment.
notifyManager.setScheduler(queueMicrotask)

/** Asks again where that may help, and tells of changes that failed unless the caller does. */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < retriesMax && mayPass(error),
      },
    },
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (mutation.options.onError !== undefined || needsSignIn(error)) return
        toast({ text: error.message, isProblem: true })
      },
    }),
  })

/** A refusal stays one; an overloaded or absent server may come back. */
const mayPass = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 0 || error.status === 429 || error.status >= 500)
