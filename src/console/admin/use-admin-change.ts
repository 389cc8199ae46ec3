import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../ui/index.ts'

interface AdminChange<Variables, Result> {
  readonly run: (variables: Variables) => Promise<Result>
  /** The message after the change. */
  readonly said: (variables: Variables) => string
  readonly onDone?: () => void
  /** Whether a form shows the error, so that there is no message for it. */
  readonly hasForm?: boolean
}

/** Makes a change, shows a message, and reloads all lists. */
export function useAdminChange<Variables, Result = void>(change: AdminChange<Variables, Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change.run,
    onSuccess: (_, variables) => {
      toast({ text: change.said(variables) })
      change.onDone?.()
    },
    ...(change.hasForm && { onError: () => {} }),
    onSettled: () => client.invalidateQueries({ queryKey: ['admin'] }),
  })
}
