import { Stored } from '#/contract/answer.ts'
import { isLonger } from '#/contract/decoding/decode-text.ts'
import { mergePatch } from '#/contract/patch.ts'
import type { Patch } from '#/contract/schema.ts'
import { invalidField, requiredField } from '#/kernel/errors.ts'
import { withoutAbsent } from '../event/event-content.ts'
import type { CalendarContext } from '../operation.ts'
import type { Calendar } from '../schemas/calendar.ts'
import { timeZoneNamed } from '../time/zone-offsets.ts'
import { isHexColor } from './palette.ts'
import { chosenTimeZone } from './user-settings.ts'

/** Defaults for properties that the body leaves out. */
interface CalendarDefaults {
  readonly timeZone: string
  /** Absent if the body can have no labels. */
  readonly newLabelId?: () => string
  /** The calendar is a room or other resource, which can accept invitations automatically. */
  readonly isResource?: boolean
}

const conferenceTypes = ['eventHangout', 'eventNamedHangout', 'hangoutsMeet']
const labelsMax = 200
const labelNameLengthMax = 50

/** The complete calendar that a body describes, with defaults. */
export function draftCalendar(
  identity: Pick<Calendar, 'id' | 'dataOwner'>,
  body: Calendar,
  defaults: CalendarDefaults,
): Calendar {
  const { summary, description, location, conferenceProperties, labelProperties } = body
  if (!summary?.trim()) throw requiredField('Missing title.')
  const timeZone = timeZoneNamed(body.timeZone || defaults.timeZone)
  if (timeZone === undefined) throw invalidField('Invalid time zone definition.')
  return withoutAbsent({
    kind: 'calendar#calendar',
    id: identity.id,
    summary,
    description: description || undefined,
    location: location || undefined,
    timeZone,
    dataOwner: identity.dataOwner,
    conferenceProperties: conferencePropertiesIn(conferenceProperties),
    autoAcceptInvitations: defaults.isResource ? (body.autoAcceptInvitations ?? false) : undefined,
    labelProperties: labelProperties && labelPropertiesIn(labelProperties, defaults.newLabelId!),
  })
}

/**
 * The calendar after a full replacement. Properties that older clients don't know stay unless named.
 */
export function calendarAfterUpdate(current: Calendar, body: Calendar, defaults: CalendarDefaults) {
  const { labelProperties, autoAcceptInvitations } = current
  const stored = withoutAbsent({ labelProperties, autoAcceptInvitations })
  return draftCalendar(current, { ...stored, ...body }, defaults)
}

export function calendarAfterPatch(
  current: Calendar,
  patch: Patch<Calendar>,
  defaults: CalendarDefaults,
): Calendar {
  return draftCalendar(current, mergePatch(current, patch), defaults)
}

function conferencePropertiesIn(properties: Calendar['conferenceProperties']) {
  const types = properties?.allowedConferenceSolutionTypes ?? ['hangoutsMeet']
  const unknown = types.find((type) => !conferenceTypes.includes(type))
  if (unknown !== undefined) throw invalidField('Invalid conference type value.')
  return { allowedConferenceSolutionTypes: [...new Set(types)] }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

function labelPropertiesIn(
  properties: NonNullable<Calendar['labelProperties']>,
  newLabelId: () => string,
): Calendar['labelProperties'] {
  const labels = properties.eventLabels ?? []
  if (labels.length > labelsMax) throw invalidField(`A calendar has at most ${labelsMax} labels.`)
  const ids = new Set<string>()
  const eventLabels = labels.map((label) => {
    const { id = newLabelId(), name, backgroundColor } = label
    if (!uuid.test(id) || ids.has(id))
      throw invalidField('Invalid label id: a UUID of its own is expected.')
    ids.add(id)
    if (backgroundColor === undefined) throw requiredField('Missing background color of a label.')
    if (!isHexColor(backgroundColor)) throw invalidField('Invalid background color of a label.')
    if (name !== undefined && isLonger(name, labelNameLengthMax)) {
      throw invalidField(`The name of a label has at most ${labelNameLengthMax} characters.`)
    }
    return withoutAbsent({ id, name, backgroundColor })
  })
  return { eventLabels }
}

/** Updates the calendar of the call. An update without effect writes nothing. */
export async function updateCalendar(
  { store, calendars, settings, caller, requireMatch, newLabelId }: CalendarContext,
  change: (current: Calendar, defaults: CalendarDefaults) => Calendar,
): Promise<Stored<Calendar>> {
  const { byId } = await settings.of(caller.userId)
  return store.write(async (tx, { calendar: row }) => {
    requireMatch(row.etag)
    const current = JSON.parse(row.wire) as Calendar
    const timeZone = chosenTimeZone(byId)
    const next = change(current, { timeZone, newLabelId, isResource: row.isResource === 1 })
    if (isSame(current, next)) return new Stored<Calendar>(row.wire, row.etag)
    const { wire, etag } = await calendars.change(tx, row, next)
    return new Stored<Calendar>(wire, etag)
  })
}

// Both were built by the same function, so equal calendars have equal texts.
function isSame({ etag: _, ...current }: Calendar, next: Calendar): boolean {
  return JSON.stringify(current) === JSON.stringify(next)
}
