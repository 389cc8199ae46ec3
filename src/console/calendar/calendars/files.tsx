import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, download } from '../../api/index.ts'
import { t } from '../../texts/calendar.ts'
import { messageForUser } from '../../texts/server-messages.ts'
import { Button, Field, toast } from '../../ui/index.ts'
import { mayRead, mayWrite, nameOf } from '../state/calendars.ts'
import { keys } from '../state/keys.ts'
import type { CalendarEntry } from '../wire/types.ts'

/** Exports a calendar to an iCalendar file, and imports such files. */
export function Files({ entry }: { entry: CalendarEntry }) {
  return (
    <div className="stack">
      {mayRead(entry) && <Exporting entry={entry} />}
      {mayWrite(entry) && <Importing entry={entry} />}
    </div>
  )
}

function Exporting({ entry }: { entry: CalendarEntry }) {
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await exportCalendar(entry.id, `${nameOf(entry)}.ics`)
    } catch (error) {
      toast({ text: (error as Error).message, isProblem: true })
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="stack">
      <h3>{t.export}</h3>
      <p>{t.exportText}</p>
      <Button isBusy={isBusy} onClick={() => void run()}>
        {t.exportCalendar}
      </Button>
    </section>
  )
}

function Importing({ entry }: { entry: CalendarEntry }) {
  const client = useQueryClient()
  const [file, setFile] = useState<File>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [imported, setImported] = useState<Imported>()
  const run = async (chosen: File) => {
    setBusy(true)
    setProblem(undefined)
    setImported(undefined)
    try {
      setImported(await importCalendar(entry.id, chosen))
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setBusy(false)
      void client.invalidateQueries({ queryKey: keys.eventsOf(entry.id) })
    }
  }
  return (
    <form
      className="stack after-line"
      onSubmit={(event) => {
        event.preventDefault()
        if (file !== undefined) void run(file)
      }}
    >
      <h3>{t.import}</h3>
      <p>{t.importText}</p>
      <Field label={t.icsFile} problem={problem}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".ics,text/calendar"
            onChange={({ target }) => setFile(target.files?.[0])}
          />
        )}
      </Field>
      <Button type="submit" isBusy={isBusy} disabled={file === undefined}>
        {t.importFile}
      </Button>
      <div role="status">{imported !== undefined && <Outcome {...imported} />}</div>
    </form>
  )
}

function Outcome({ added, changed, unchanged, skipped, problems = [] }: Imported) {
  return (
    <>
      <p>{t.imported({ added, changed, unchanged, skipped })}</p>
      {problems.length > 0 && (
        <ul>
          {problems.map(({ component, summary, reason }) => (
            <li key={component}>
              {summary ?? t.eventNumber(component)}: {messageForUser(reason)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const path = (calendarId: string, verb: 'export' | 'import') =>
  `/almanac/v1/calendars/${encodeURIComponent(calendarId)}/${verb}`

interface Imported {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly skipped: number
  readonly problems?: readonly {
    readonly component: number
    readonly summary?: string
    readonly reason: string
  }[]
}

const exportCalendar = (calendarId: string, fileName: string) =>
  download(path(calendarId, 'export'), fileName)

const importCalendar = async (calendarId: string, file: File) =>
  api.post<Imported>(path(calendarId, 'import'), {
    body: await file.text(),
    headers: { 'Content-Type': 'text/calendar' },
  })
