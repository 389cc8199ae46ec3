import { any, object, string } from '#/contract/schema.ts'

const autoDeclineMode = string({
  about:
    'One of declineNone, declineAllConflictingInvitations, declineOnlyNewConflictingInvitations.',
  lengthMax: 64,
})
const declineMessage = string({ about: 'What declined invitations say.' })

export const EventOutOfOfficeProperties = object('EventOutOfOfficeProperties', {
  autoDeclineMode,
  declineMessage,
})

export const EventFocusTimeProperties = object('EventFocusTimeProperties', {
  autoDeclineMode,
  declineMessage,
  chatStatus: string({ about: 'One of available, doNotDisturb.', lengthMax: 32 }),
})

export const EventBirthdayProperties = object('EventBirthdayProperties', {
  type: string({
    about: 'One of birthday, anniversary, custom, other, self.',
    default: 'birthday',
    lengthMax: 32,
  }),
  contact: string({ about: 'The contact, such as `people/c12345`.', lengthMax: 256 }),
  customTypeName: string({ about: 'What a custom day is called.', lengthMax: 256 }),
})

export const EventWorkingLocationProperties = object('EventWorkingLocationProperties', {
  type: string({ about: 'One of homeOffice, officeLocation, customLocation.', lengthMax: 32 }),
  homeOffice: any({ about: 'Present when working at home.' }),
  customLocation: object(
    undefined,
    { label: string({ about: 'What the place is called.' }) },
    { about: 'Present when working somewhere else.' },
  ),
  officeLocation: object(
    undefined,
    {
      buildingId: string({ about: 'The building.' }),
      floorId: string({ about: 'The floor.' }),
      floorSectionId: string({ about: 'The part of the floor.' }),
      deskId: string({ about: 'The desk.' }),
      label: string({ about: 'What the office is called.' }),
    },
    { about: 'Present when working in an office.' },
  ),
})
