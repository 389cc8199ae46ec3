import { useMutation, useQueryClient } from '@tanstack/react-query'
import { secondFactors } from './second-factors.ts'

/** Changes the second factors and reloads them. Errors are shown beside the form. */
export function useFactorChange<Variables, Result>(change: {
  readonly run: (variables: Variables) => Promise<Result>
  readonly onDone: (result: Result) => void
  /** Whether there is no form to show errors beside. */
  readonly isBare?: boolean
}) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change.run,
    onSuccess: change.onDone,
    ...(change.isBare ? {} : { onError: () => {} }),
    onSettled: () => client.invalidateQueries({ queryKey: secondFactors.queryKey }),
  })
}
