import { adminRoles } from '#/auth/directory/admin-roles.ts'
import {
  about,
  array,
  boolean,
  int64,
  integer,
  map,
  object,
  oneOf,
  string,
  type TypeOf,
} from '#/contract/schema.ts'
import { Resource } from '#/services/admin/resources.ts'
import { LibraryReview } from '#/services/books/schemas/library-review.ts'
import { CalendarListEntry } from '#/services/calendar/schemas/calendar-list-entry.ts'
import { email, entriesMax, orText, required, resource } from './declaring.ts'

export const Domain = orText(
  object('SeedDomain', { name: required(string({ about: 'Such as `example.com`.' })) }),
  'name',
)

const Shelf = object(
  'SeedBookshelf',
  {
    id: integer({
      about: 'The id: 0 to 7 for the shelves that every user has, from 1001 for further ones.',
      minimum: 0,
    }),
    title: string({ about: 'The title. Required for shelves that the user adds.' }),
    description: string({ about: 'What the shelf is for.' }),
    access: oneOf('PUBLIC', 'PRIVATE'),
    volumes: array(string({ lengthMax: 12 }), {
      about: 'The ids of the volumes on the shelf, in their order.',
      itemsMax: entriesMax,
    }),
  },
  { about: 'A bookshelf of a user.' },
)

const Review = resource(
  'SeedReview',
  LibraryReview,
  { volumeId: required(string({ about: 'The id of the volume.', lengthMax: 12 })) },
  'What a user thinks of a volume, and when the user finished reading it.',
)

export const OAuthClient = object(
  'SeedClient',
  {
    id: string({ about: 'The client id; generated unless given.', lengthMax: 200 }),
    secret: string({
      about: 'The client secret; one that nobody knows unless given. Public clients have none.',
      lengthMax: 200,
      pattern: '^.+$',
    }),
    name: required(string({ about: 'What users see when they sign in.', lengthMax: 200 })),
    type: about('`installed` unless given.', oneOf('web', 'installed')),
    isPublic: boolean({ about: 'The client has no secret. False unless given.' }),
    redirectUris: array(string({ lengthMax: 2000 }), {
      about: 'Where users are sent back to; loopback for installed programs unless given.',
      itemsMax: 100,
    }),
  },
  { about: 'An OAuth client.' },
)

const Channel = object(
  'SeedChannel',
  {
    id: required(string({ about: 'The id of the channel.', lengthMax: 64 })),
    address: required(string({ about: 'Where notifications are sent.', lengthMax: 2048 })),
    watches: about(
      'The collection; `events` unless given.',
      oneOf('events', 'acl', 'calendarList', 'settings'),
    ),
    calendarId: string({
      about: 'The calendar of `events` and `acl`; the primary calendar unless given.',
      lengthMax: 320,
    }),
    token: string({ about: 'Sent along with every notification.', lengthMax: 256 }),
    expiration: int64({ about: 'When the channel ends, in milliseconds since 1970.' }),
  },
  { about: 'A notification channel of a user. Its first message, `sync`, is sent at once.' },
)

const ListEntry = resource(
  'SeedCalendarListEntry',
  CalendarListEntry,
  {
    id: required(string({ about: 'The id of the calendar, or the name that the seed gives it.' })),
  },
  'An entry of the calendar list of a user.',
)

export const User = object(
  'SeedUser',
  {
    email: required(email),
    name: string({ about: 'The name; the part before the @ unless given.', lengthMax: 200 }),
    isAdmin: boolean({ about: 'The user is an owner. False unless given.' }),
    adminRole: about('What the user is, where it is not an owner.', oneOf(...adminRoles)),
    isDisabled: boolean({ about: 'The user cannot sign in. False unless given.' }),
    password: string({ about: 'At least 10 characters. Exports leave it out.' }),
    timeZone: string({ about: 'The time zone of the user and of the primary calendar.' }),
    settings: map(string({ lengthMax: 255 }), {
      about: 'Calendar settings by id, such as `weekStart: "1"`.',
      itemsMax: 100,
    }),
    calendarList: array(ListEntry, { itemsMax: entriesMax }),
    bookshelves: array(Shelf, { itemsMax: entriesMax }),
    reviews: array(Review, { itemsMax: entriesMax }),
    clients: array(OAuthClient, { itemsMax: entriesMax }),
    channels: array(Channel, { itemsMax: entriesMax }),
  },
  { about: 'A user, with everything that belongs to the user alone.' },
)

const Member = orText(
  object('SeedMember', {
    email: required(string({ about: 'A user, another group, or an external address.' })),
    role: about('`member` unless given.', oneOf('member', 'manager', 'owner')),
  }),
  'email',
)

export const Group = object(
  'SeedGroup',
  {
    email: required(email),
    name: string({ about: 'The name.', lengthMax: 200 }),
    members: array(Member, { itemsMax: entriesMax }),
  },
  { about: 'A group of users.' },
)

export const Room = resource(
  'SeedRoom',
  Resource,
  {
    id: required(
      string({ about: 'The address, or what stands before the @ of it.', lengthMax: 254 }),
    ),
    owner: string({
      about: 'The user who owns its calendar; the first user of the seed unless given.',
    }),
    name: required(string({ about: 'The name.', lengthMax: 200 })),
  },
  'A room or another resource that can be invited.',
)

export type User = TypeOf<typeof User>
export type Group = TypeOf<typeof Group>
export type Room = TypeOf<typeof Room>
export type Shelf = TypeOf<typeof Shelf>
export type Review = TypeOf<typeof Review>
export type OAuthClient = TypeOf<typeof OAuthClient>
export type Channel = TypeOf<typeof Channel>
export type ListEntry = TypeOf<typeof ListEntry>
