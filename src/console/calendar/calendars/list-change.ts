import { useQueryClient } from '@tanstack/react-query'
import { type Done, useChanging } from '../state/changing.ts'
import { keys } from '../state/keys.ts'

/** Runs changes of the list of calendars. */
export function useListChange(): (
  run: () => Promise<Done>,
  onProblem?: (message: string) => void,
) => Promise<boolean> {
  const client = useQueryClient()
  const change = useChanging()
  const refresh = () => client.invalidateQueries({ queryKey: keys.calendars })
  return async (run, onProblem) => {
    const isDone = await change({
      calendarIds: [],
      onProblem,
      run: async () => {
        const { text, undo } = await run()
        return { text, ...(undo && { undo: () => undo().finally(() => void refresh()) }) }
      },
    })
    await refresh()
    return isDone
  }
}
