import { MutationCache, notifyManager, QueryClient } from '@tanstack/react-query'
import { ApiProblem, needsSignIn } from '../api/index.ts'
import { toast } from '../ui/feedback/toasts.tsx'

const retriesMax = 2

// React shows the old value of an input until its new state arrives. By default that takes a timer, so that a
// checkbox would flicker.
notifyManager.setScheduler(queueMicrotask)

// The server may be on this machine or network, which can be reached without the internet. If it cannot, the page
// says so, while a paused request would show an empty page.
const networkMode = 'always'

/** Retries if that may help, and reports failed changes unless the caller does. */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        networkMode,
        refetchOnReconnect: true,
        retry: (failures, error) => failures < retriesMax && mayPass(error),
      },
      mutations: { networkMode },
    },
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (mutation.options.onError !== undefined || needsSignIn(error)) return
        toast({ text: error.message, isProblem: true })
      },
    }),
  })

/** Errors are permanent, unless the server is overloaded or unreachable. */
const mayPass = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 0 || error.status === 429 || error.status >= 500)
