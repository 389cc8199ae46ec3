import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../ui/index.ts'

interface AdminChange<Variables, Result> {
  readonly run: (variables: Variables) => Promise<Result>
  /** What to say when it is done. */
  readonly said: (variables: Variables) => string
  readonly onDone?: () => void
}

/** A change by an administrator: it is told of, and all lists are asked for again. */
export function useAdminChange<Variables, Result = void>(change: AdminChange<Variables, Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change.run,
    onSuccess: (_, variables) => {
      toast({ text: change.said(variables) })
      change.onDone?.()
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['admin'] }),
  })
}
