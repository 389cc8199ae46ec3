import type { Role } from '../wire/types.ts'

export const roleWords: Readonly<Record<Role, string>> = {
  freeBusyReader: 'See when it is busy',
  reader: 'See all events',
  writerWithoutPrivateAccess: 'Change events, without seeing private ones',
  writer: 'Change events',
  owner: 'Change events and sharing',
}

export const RoleOptions = () =>
  (Object.keys(roleWords) as Role[]).map((role) => (
    <option key={role} value={role}>
      {roleWords[role]}
    </option>
  ))
