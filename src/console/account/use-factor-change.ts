import { useMutation, useQueryClient } from '@tanstack/react-query'
import { secondFactors } from './second-factors.ts'

/** A change of the second factors, after which they are asked for again. What fails is told beside the form. */
export function useFactorChange<Variables, Result>(change: {
  readonly run: (variables: Variables) => Promise<Result>
  readonly onDone: (result: Result) => void
  /** Whether there is no form beside which a failure would be told. */
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
