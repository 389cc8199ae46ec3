import { chooseTimeZone, timeZones, useTimeZone } from '../locale/index.ts'
import { t } from '../texts/shell.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { SelectField } from '../ui/fields/select-field.tsx'

/** Selects the time zone for this browser. */
export function TimeZoneDialog({ onClose }: { onClose: () => void }) {
  const zone = useTimeZone()
  const zones = timeZones()
  return (
    <Dialog
      title={t.timeZone}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => chooseTimeZone(undefined)}>{t.useBrowserTimeZone}</Button>
          <Button kind="main" onClick={onClose}>
            {t.done}
          </Button>
        </>
      }
    >
      <SelectField
        label={t.showTimesIn}
        hint={t.timeZoneHint}
        value={zone}
        onValue={chooseTimeZone}
      >
        {(zones.includes(zone) ? zones : [zone, ...zones]).map((each) => (
          <option key={each} value={each}>
            {each.replaceAll('_', ' ')}
          </option>
        ))}
      </SelectField>
    </Dialog>
  )
}
