import { type ReactNode, useCallback, useState } from 'react'
import { t } from '../../texts/calendar.ts'
import { Button, Dialog } from '../../ui/index.ts'
import type { Reach } from '../state/event-changes.ts'
import type { CalendarEvent } from '../wire/types.ts'

/** Resolves at once for a single event, and to undefined if the user cancels. */
export type AskReach = (
  event: Pick<CalendarEvent, 'recurringEventId'>,
  verb: string,
  offered?: readonly Reach[],
) => Promise<Reach | undefined>

interface Question {
  readonly verb: string
  readonly offered: readonly Reach[]
  readonly answer: (reach: Reach | undefined) => void
}

const everyReach: readonly Reach[] = ['this', 'following', 'all']

/** Asks which part of a series a change applies to. The second element is the dialog to render. */
export function useReachQuestion(): [AskReach, ReactNode] {
  const [question, setQuestion] = useState<Question>()
  const ask = useCallback<AskReach>(({ recurringEventId }, verb, offered = everyReach) => {
    if (recurringEventId === undefined) return Promise.resolve('this')
    return new Promise((answer) => setQuestion({ verb, offered, answer }))
  }, [])
  const answer = (reach: Reach | undefined) => {
    question?.answer(reach)
    setQuestion(undefined)
  }
  const dialog = question !== undefined && (
    <ReachDialog verb={question.verb} offered={question.offered} onAnswer={answer} />
  )
  return [ask, dialog]
}

interface ReachDialogProps {
  readonly verb: string
  readonly offered: readonly Reach[]
  readonly onAnswer: (reach: Reach | undefined) => void
}

function ReachDialog({ verb, offered, onAnswer }: ReachDialogProps) {
  const [reach, setReach] = useState<Reach>(offered[0]!)
  return (
    <Dialog
      title={t.reachTitle(verb)}
      isOpen
      onClose={() => onAnswer(undefined)}
      actions={
        <>
          <Button onClick={() => onAnswer(undefined)}>{t.cancel}</Button>
          <Button kind="main" onClick={() => onAnswer(reach)}>
            {verb}
          </Button>
        </>
      }
    >
      <fieldset className="choices">
        <legend className="visually-hidden">{t.reachLegend}</legend>
        {offered.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="reach"
              checked={each === reach}
              onChange={() => setReach(each)}
            />
            {t.reaches[each]}
          </label>
        ))}
      </fieldset>
    </Dialog>
  )
}
