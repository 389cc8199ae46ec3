import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '../../texts/calendar.ts'
import { MoreIcon, PlusIcon } from '../../ui/icons.tsx'
import { Button, Menu, type MenuItem } from '../../ui/index.ts'
import { useOpen } from '../desk.ts'
import { mayWrite, nameOf, useCalendars } from '../state/calendars.ts'
import { keys } from '../state/keys.ts'
import { fallbackColor } from '../state/occurrences.ts'
import { readableOn } from '../views/readable.ts'
import { patchEntry } from '../wire/calendars.ts'
import type { CalendarEntry } from '../wire/types.ts'

/** The user's calendars with checkboxes. */
export function CalendarList() {
  const { data: calendars = [] } = useCalendars()
  const setOpen = useOpen()
  const own = calendars.filter(mayWrite)
  const others = calendars.filter((entry) => !mayWrite(entry))
  return (
    <div className="cal-lists">
      <Group title={t.myCalendars} entries={own} all={calendars} />
      {others.length > 0 && <Group title={t.otherCalendars} entries={others} all={calendars} />}
      <Button kind="quiet" icon={<PlusIcon />} onClick={() => setOpen({ kind: 'add-calendar' })}>
        {t.addCalendar}
      </Button>
    </div>
  )
}

interface GroupProps {
  readonly title: string
  readonly entries: readonly CalendarEntry[]
  readonly all: readonly CalendarEntry[]
}

function Group({ title, entries, all }: GroupProps) {
  const select = useSelecting()
  const setOpen = useOpen()
  const itemsFor = (entry: CalendarEntry): MenuItem[] => [
    {
      label: t.showOnly,
      onSelect: () => {
        for (const each of all) {
          const isWanted = each.id === entry.id
          if ((each.selected === true) !== isWanted) select(each.id, isWanted)
        }
      },
    },
    {
      label: t.settingsAndSharing,
      onSelect: () => setOpen({ kind: 'calendar', calendarId: entry.id }),
    },
  ]
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {entries.map((entry) => {
          const color = entry.backgroundColor ?? fallbackColor
          return (
            <li key={entry.id}>
              <label style={{ '--calendar': color, '--tick': readableOn(color) } as object}>
                <input
                  type="checkbox"
                  checked={entry.selected === true}
                  onChange={({ target }) => select(entry.id, target.checked)}
                />
                <bdi title={nameOf(entry)}>{nameOf(entry)}</bdi>
              </label>
              <Menu
                label={t.actionsFor(nameOf(entry))}
                className="button quiet icon-only"
                place="below"
                button={<MoreIcon />}
                items={itemsFor(entry)}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const selecting = ['calendar', 'selecting']

/** Shows or hides a calendar, optimistically here and on the server for other devices. */
function useSelecting() {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationKey: selecting,
    mutationFn: ({ id, selected }: { id: string; selected: boolean }) =>
      patchEntry(id, { selected }),
    onMutate: ({ id, selected }) => {
      // A pending response does not contain the change.
      void client.cancelQueries({ queryKey: keys.calendars }, { revert: false, silent: true })
      client.setQueryData<readonly CalendarEntry[]>(keys.calendars, (entries) =>
        entries?.map((each) => (each.id === id ? { ...each, selected } : each)),
      )
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey: selecting }) > 1) return undefined
      return client.invalidateQueries({ queryKey: keys.calendars })
    },
  })
  return (id: string, selected: boolean) => mutate({ id, selected })
}
