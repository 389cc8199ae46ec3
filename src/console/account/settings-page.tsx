import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { changePreferences, usePreferences } from '../calendar/preferences.ts'
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
import { Button, Field, Page } from '../ui/index.ts'
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
        <Choice
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
        </Choice>
        <Choice
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
        </Choice>
        <Choice
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
        </Choice>
        <Choice label={t.timeZone} value={zone} onValue={chooseTimeZone}>
          {[...new Set([zone, ...timeZones()])].map((each) => (
            <option key={each} value={each}>
              {each.replaceAll('_', ' ')}
            </option>
          ))}
        </Choice>
      </section>
      <section className="card settings-part" aria-labelledby="calendar-settings">
        <h2 id="calendar-settings">{t.calendar}</h2>
        <Choice
          label={t.defaultLength}
          value={String(defaultMinutes)}
          onValue={(value) => changePreferences({ defaultMinutes: Number(value) })}
        >
          {[...new Set([...lengths, defaultMinutes])].map((minutes) => (
            <option key={minutes} value={minutes}>
              {formatNumber(minutes, { style: 'unit', unit: 'minute', unitDisplay: 'long' })}
            </option>
          ))}
        </Choice>
        <label className="choice">
          <input
            type="checkbox"
            checked={hasWeekNumbers}
            onChange={(event) => changePreferences({ hasWeekNumbers: event.target.checked })}
          />
          {t.weekNumbers}
        </label>
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

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly children: ReactNode
}

const Choice = ({ label, value, onValue, children }: ChoiceProps) => (
  <Field label={label}>
    {(control) => (
      <select {...control} value={value} onChange={(event) => onValue(event.target.value)}>
        {children}
      </select>
    )}
  </Field>
)
