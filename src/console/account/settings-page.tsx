import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { changePreferences, usePreferences } from '../calendar/preferences.ts'
import { ReminderList } from '../calendar/reminders/reminder-fields.tsx'
import { useCalendars } from '../calendar/state/calendars.ts'
import { keys } from '../calendar/state/keys.ts'
import { patchEntry } from '../calendar/wire/calendars.ts'
import type { Reminder } from '../calendar/wire/types.ts'
import {
  changeDisplaySettings,
  chooseTimeZone,
  displaySettings,
  formatNumber,
  textLanguages,
  timeZones,
  useTimeZone,
} from '../locale/index.ts'
import { ChangePasswordDialog } from '../shell/change-password-dialog.tsx'
import { t } from '../texts/account.ts'
import { t as calendarTexts } from '../texts/calendar.ts'
import { Button, Checkbox, Outcome, Page, SelectField, toast } from '../ui/index.ts'
import '../calendar/event/event.css'
import './security.css'

const lengths = [15, 30, 45, 60, 90, 120]

/** How this browser shows the console: language, dates, times and new events. */
export function SettingsPage() {
  const zone = useTimeZone()
  const [isChanging, setChanging] = useState(false)
  const { defaultMinutes, hasWeekNumbers } = usePreferences()
  const { language, hourCycle, weekStart } = displaySettings
  return (
    <Page title={t.settings}>
      <p className="muted">{t.settingsIntro}</p>
      <section className="card settings-part" aria-labelledby="display">
        <h2 id="display">{t.display}</h2>
        <SelectField
          label={t.language}
          value={language ?? ''}
          onValue={(value) =>
            changeDisplaySettings({ language: textLanguages.find((each) => each === value) })
          }
        >
          <option value="">{t.browserDefault}</option>
          {textLanguages.map((each) => (
            <option key={each} value={each} lang={each}>
              {t.languageNames[each]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t.timeFormat}
          value={hourCycle ?? ''}
          onValue={(value) =>
            changeDisplaySettings({
              hourCycle: value === 'h12' || value === 'h23' ? value : undefined,
            })
          }
        >
          <option value="">{t.browserDefault}</option>
          <option value="h12">{t.hours12}</option>
          <option value="h23">{t.hours24}</option>
        </SelectField>
        <SelectField
          label={t.weekStart}
          value={String(weekStart ?? '')}
          onValue={(value) =>
            changeDisplaySettings({ weekStart: value === '' ? undefined : Number(value) })
          }
        >
          <option value="">{t.browserDefault}</option>
          <option value="1">{t.weekdays.monday}</option>
          <option value="6">{t.weekdays.saturday}</option>
          <option value="7">{t.weekdays.sunday}</option>
        </SelectField>
        <SelectField label={t.timeZone} value={zone} onValue={chooseTimeZone}>
          {[...new Set([zone, ...timeZones()])].map((each) => (
            <option key={each} value={each}>
              {each.replaceAll('_', ' ')}
            </option>
          ))}
        </SelectField>
      </section>
      <section className="card settings-part" aria-labelledby="calendar-settings">
        <h2 id="calendar-settings">{t.calendar}</h2>
        <SelectField
          label={t.defaultLength}
          value={String(defaultMinutes)}
          onValue={(value) => changePreferences({ defaultMinutes: Number(value) })}
        >
          {[...new Set([...lengths, defaultMinutes])].map((minutes) => (
            <option key={minutes} value={minutes}>
              {formatNumber(minutes, { style: 'unit', unit: 'minute', unitDisplay: 'long' })}
            </option>
          ))}
        </SelectField>
        <Checkbox
          label={t.weekNumbers}
          checked={hasWeekNumbers}
          onValue={(isChecked) => changePreferences({ hasWeekNumbers: isChecked })}
        />
        <DefaultReminders />
      </section>
      <section className="card settings-part" aria-labelledby="account-settings">
        <h2 id="account-settings">{t.account}</h2>
        <p>{t.accountIntro}</p>
        <div className="row">
          <Button onClick={() => setChanging(true)}>{t.changePassword}</Button>
          <Link to="/account/security" className="button">
            {t.openSecurity}
          </Link>
        </div>
        {isChanging && <ChangePasswordDialog onClose={() => setChanging(false)} />}
      </section>
    </Page>
  )
}

/** The reminders of events on the main calendar that have none of their own. */
function DefaultReminders() {
  const calendars = useCalendars()
  return (
    <fieldset className="choices reminders">
      <legend>{calendarTexts.defaultReminders}</legend>
      <Outcome of={calendars}>
        {(all) => (
          <Editor present={all.find(({ primary }) => primary === true)?.defaultReminders ?? []} />
        )}
      </Outcome>
    </fieldset>
  )
}

function Editor({ present }: { present: readonly Reminder[] }) {
  const client = useQueryClient()
  const [reminders, setReminders] = useState(present)
  const save = useMutation({
    mutationFn: () => patchEntry('primary', { defaultReminders: reminders }),
    onSuccess: () => toast({ text: calendarTexts.remindersSaved }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.calendars }),
  })
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <ReminderList reminders={reminders} onChange={setReminders} />
      <div className="row">
        <Button type="submit" isBusy={save.isPending}>
          {calendarTexts.saveReminders}
        </Button>
      </div>
    </form>
  )
}
