import { invalidField, requiredField } from '#/kernel/errors.ts'
import type { ConferenceData, EntryPoint } from '../../schemas/conference.ts'

/** The ways into a conference: which addresses they have, and whether there may be several. */
const entryPointTypes: Readonly<Record<string, { scheme: RegExp; mayRepeat: boolean }>> = {
  video: { scheme: /^https?:/i, mayRepeat: false },
  phone: { scheme: /^tel:/i, mayRepeat: true },
  sip: { scheme: /^sips?:/i, mayRepeat: false },
  more: { scheme: /^https?:/i, mayRepeat: false },
}

/** Refuses a conference of another kind than the calendar allows, or that nobody could enter. */
export function requireConference(
  { conferenceSolution, entryPoints = [] }: ConferenceData,
  conferenceTypes: readonly string[],
): void {
  const type = conferenceSolution?.key?.type
  if (type === undefined || !['addOn', ...conferenceTypes].includes(type)) {
    throw invalidField('Invalid conference type value.')
  }
  for (const entryPoint of entryPoints) requireEntryPoint(entryPoint, entryPoints)
  if (entryPoints.every(({ entryPointType }) => entryPointType === 'more')) {
    throw invalidField('Invalid entry points: more tells about others, and never stands alone.')
  }
}

function requireEntryPoint(entryPoint: EntryPoint, all: readonly EntryPoint[]): void {
  const { entryPointType: type = '', uri } = entryPoint
  const rule = Object.hasOwn(entryPointTypes, type) ? entryPointTypes[type] : undefined
  if (rule === undefined) throw invalidField('Invalid entry point type value.')
  if (!uri) throw requiredField('Missing entry point URI.')
  if (!rule.scheme.test(uri)) throw invalidField(`Invalid entry point URI for ${type}.`)
  const first = all.find((other) => other.entryPointType === type)
  if (!rule.mayRepeat && first !== entryPoint) {
    throw invalidField(`A conference has at most one entry point of type ${type}.`)
  }
}
