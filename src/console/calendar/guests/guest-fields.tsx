import { useState } from 'react'
import { t } from '../../texts/calendar.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import { Button, Field } from '../../ui/index.ts'
import { type Draft, guestsOf, wrongGuest } from '../event/draft.ts'
import type { DirectoryEntry } from '../people/directory.ts'
import { PeopleInput } from '../people/people-input.tsx'
import { RoomFields } from '../people/room-fields.tsx'
import type { Attendee } from '../wire/types.ts'
import { FindTime } from './find-time.tsx'

interface GuestFieldsProps {
  readonly draft: Draft
  readonly isTelling: boolean
  readonly onChange: (draft: Draft) => void
  readonly onTelling: (isTelling: boolean) => void
}

/** Who is invited, and when they have time. */
export function GuestFields({ draft, isTelling, onChange, onTelling }: GuestFieldsProps) {
  const [isTried, setTried] = useState(false)
  const { attendees, typedGuests: text } = draft
  const wrong = isTried ? wrongGuest(draft) : undefined
  const problem = wrong === undefined ? undefined : t.notAnAddress(wrong)
  const setGuests = (next: readonly Attendee[]) => onChange({ ...draft, attendees: next })
  const add = () => {
    const isFine = wrongGuest(draft) === undefined
    setTried(!isFine)
    if (isFine) onChange({ ...draft, attendees: guestsOf(draft), typedGuests: '' })
  }
  const pick = ({ email, name, type }: DirectoryEntry) => {
    setTried(false)
    // Of several addresses the last one was being typed.
    const rest = guestsOf({ ...draft, typedGuests: text.replace(/[^\s,;]*$/, '') })
    const isInvited = rest.some((guest) => guest.email.toLowerCase() === email)
    const guest = { email, displayName: name, ...(type === 'room' && { resource: true }) }
    onChange({ ...draft, attendees: isInvited ? rest : [...rest, guest], typedGuests: '' })
  }
  return (
    <fieldset className="guest-fields">
      <legend className="visually-hidden">{t.guests}</legend>
      <div className="with-button">
        <Field label={t.guests} hint={t.guestsHint} problem={problem}>
          {(control) => (
            <PeopleInput
              control={control}
              value={text}
              onValue={(typedGuests) => onChange({ ...draft, typedGuests })}
              onPick={pick}
              onEnter={add}
              onBlur={() => setTried(true)}
            />
          )}
        </Field>
        <Button onClick={add} disabled={text.trim() === ''}>
          {t.invite}
        </Button>
      </div>
      {attendees.length > 0 && (
        <>
          <ul className="guests">
            {attendees.map((guest) => (
              <GuestLine
                key={guest.email}
                guest={guest}
                onChange={(next) =>
                  setGuests(attendees.map((each) => (each === guest ? next : each)))
                }
                onRemove={() => setGuests(attendees.filter((each) => each !== guest))}
              />
            ))}
          </ul>
          <label className="check">
            <input
              type="checkbox"
              checked={isTelling}
              onChange={({ target }) => onTelling(target.checked)}
            />
            {t.emailGuests}
          </label>
          <FindTime {...{ draft, onChange }} />
        </>
      )}
      <RoomFields {...{ draft, onChange }} />
    </fieldset>
  )
}

interface GuestLineProps {
  readonly guest: Attendee
  readonly onChange: (guest: Attendee) => void
  readonly onRemove: () => void
}

function GuestLine({ guest, onChange, onRemove }: GuestLineProps) {
  const { email, displayName, optional = false, organizer, responseStatus } = guest
  return (
    <li>
      <span>
        <bdi>{displayName ?? email}</bdi>
        {responseStatus !== undefined && (
          <span className="muted block">{t.responses[responseStatus]}</span>
        )}
      </span>
      <label className="check">
        <input
          type="checkbox"
          aria-label={t.optionalGuest(email)}
          checked={optional}
          onChange={({ target }) => onChange({ ...guest, optional: target.checked })}
        />
        {t.optionalLabel}
      </label>
      {organizer !== true && (
        <Button kind="quiet" label={t.removeNamed(email)} icon={<CloseIcon />} onClick={onRemove} />
      )}
    </li>
  )
}
