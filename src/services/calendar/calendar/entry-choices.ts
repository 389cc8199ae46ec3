import type { Patch } from '#/contract/schema.ts'
import { invalidField, requiredField } from '#/kernel/errors.ts'
import { type Reminder, remindersMax, validReminders } from '../event/properties/event-reminders.ts'
import type { CalendarListEntry } from '../schemas/calendar-list-entry.ts'
import {
  defaultColorId,
  type EntryColors,
  isCalendarColorId,
  isHexColor,
  nearestColorId,
  paletteColors,
} from './palette.ts'

interface Notification {
  readonly type: string
  readonly method: 'email'
}

/** A user's choices for a calendar on the list; absent ones have their defaults. */
export interface EntryChoices {
  readonly summaryOverride?: string
  readonly colorId?: string
  /** Only if the colors are not from the palette. */
  readonly backgroundColor?: string
  readonly foregroundColor?: string
  readonly hidden?: true
  readonly selected?: true
  readonly defaultReminders?: readonly Reminder[]
  readonly notifications?: readonly Notification[]
}

const notificationTypes = [
  'eventCreation',
  'eventChange',
  'eventCancellation',
  'eventResponse',
  'agenda',
]
const notificationsMax = 25

const mailNotification = (type: string): Notification => ({ type, method: 'email' })

/** The initial choices for a new user's primary calendar. */
export const primaryChoices: EntryChoices = {
  selected: true,
  defaultReminders: [{ method: 'popup', minutes: 10 }],
  notifications: notificationTypes.slice(0, 4).map(mailNotification),
}

/** The initial choices for calendars that the user creates. */
export const ownChoices: EntryChoices = { selected: true }

/** How to read the body. */
interface Reading {
  /** Colors are RGB values rather than ids. */
  readonly isRgb: boolean
}

/** The choices after a full replacement: what the body leaves out returns to its default. */
export const choicesAfterUpdate = (body: CalendarListEntry, reading: Reading): EntryChoices =>
  choicesAfterPatch({}, body, reading)

/** The choices after a patch: null clears, absent leaves. */
export function choicesAfterPatch(
  current: EntryChoices,
  patch: Patch<CalendarListEntry>,
  reading: Reading,
): EntryChoices {
  const { summaryOverride, hidden, selected, defaultReminders, notificationSettings } = patch
  const next: Record<string, unknown> = { ...current, ...colorsAfterPatch(current, patch, reading) }
  if (summaryOverride !== undefined) next.summaryOverride = summaryOverride || undefined
  if (hidden !== undefined) next.hidden = hidden || undefined
  if (selected !== undefined) next.selected = selected || undefined
  if (defaultReminders !== undefined) {
    next.defaultReminders = defaultRemindersIn(defaultReminders ?? [])
  }
  if (notificationSettings === null) next.notifications = undefined
  else if (notificationSettings?.notifications !== undefined) {
    next.notifications = notificationsIn(notificationSettings.notifications ?? [])
  }
  return choicesIn(next)
}

// A fixed order, so that equal choices have equal texts.
function choicesIn(body: Record<string, unknown>): EntryChoices {
  const names = [
    'summaryOverride',
    'colorId',
    'backgroundColor',
    'foregroundColor',
    'hidden',
    'selected',
    'defaultReminders',
    'notifications',
  ]
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = body[name]
      const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0)
      return isEmpty ? [] : [[name, value]]
    }),
  )
}

interface ColorChoices {
  readonly colorId?: string | undefined
  readonly backgroundColor?: string | undefined
  readonly foregroundColor?: string | undefined
}

// Null, or an id without RGB values, selects the colors of the palette.
function colorsAfterPatch(
  current: EntryChoices,
  patch: Patch<CalendarListEntry>,
  { isRgb }: Reading,
): ColorChoices {
  const before: ColorChoices = patch.colorId === undefined ? current : ofPalette(patch.colorId)
  const { colorId } = before
  const { backgroundColor = before.backgroundColor, foregroundColor = before.foregroundColor } =
    isRgb ? patch : before
  const background = hexColorIn(backgroundColor)
  const isNew = background !== undefined && background !== before.backgroundColor
  return {
    colorId: isNew ? nearestColorId(background) : colorId,
    backgroundColor: background,
    foregroundColor: hexColorIn(foregroundColor),
  }
}

function ofPalette(colorId: string | null): ColorChoices {
  if (colorId && !isCalendarColorId(colorId)) throw invalidField('Invalid color id.')
  return { colorId: colorId || undefined }
}

function hexColorIn(color: string | null | undefined): string | undefined {
  if (!color) return undefined
  if (!isHexColor(color)) throw invalidField('Invalid color: #rrggbb is expected.')
  return color.toLowerCase()
}

function defaultRemindersIn(
  requested: NonNullable<CalendarListEntry['defaultReminders']>,
): Reminder[] {
  const reminders = validReminders(requested)
  if (reminders.length > remindersMax) {
    throw invalidField(`A calendar has at most ${remindersMax} default reminders.`)
  }
  return reminders
}

type GivenNotifications = NonNullable<
  NonNullable<CalendarListEntry['notificationSettings']>['notifications']
>

function notificationsIn(settings: GivenNotifications): Notification[] {
  if (settings.length > notificationsMax) throw invalidField('Too many notifications.')
  const types = new Set<string>()
  for (const { type, method } of settings) {
    if (!type) throw requiredField('Missing notification type.')
    if (!method) throw requiredField('Missing notification method.')
    if (!notificationTypes.includes(type)) throw invalidField('Invalid notification type.')
    // Text messages are no longer supported and ignored.
    if (method === 'sms') continue
    if (method !== 'email') throw invalidField('Invalid notification method.')
    types.add(type)
  }
  return [...types].map(mailNotification)
}

export function shownColors(
  { colorId, backgroundColor, foregroundColor }: EntryChoices,
  calendar: { readonly id: string; readonly isPrimary: boolean },
): EntryColors {
  const ofPalette = paletteColors(colorId ?? defaultColorId(calendar))
  return {
    colorId: ofPalette.colorId,
    backgroundColor: backgroundColor ?? ofPalette.backgroundColor,
    foregroundColor: foregroundColor ?? ofPalette.foregroundColor,
  }
}
