import {
  array,
  boolean,
  dateTime,
  integer,
  object,
  string,
  type TypeOf,
} from '#/contract/schema.ts'
import { Volume as WireVolume } from '#/services/books/schemas/volume.ts'
import { Ads } from './ads.ts'
import { Calendar } from './calendars.ts'
import { entriesMax, required, resource } from './declaring.ts'
import { Domain, Group, OAuthClient, Room, User } from './users.ts'

/** The one version of the format. */
export const seedVersion = 1

const usersMax = 10_000
const calendarsMax = 10_000
const Clock = object(
  'SeedClock',
  {
    now: dateTime({ about: 'The time that the clock shows when the seed is applied.' }),
    advance: string({
      about: 'In place of now: how far the clock is ahead of the machine, such as `P1D`.',
      lengthMax: 64,
    }),
    frozen: boolean({ about: 'Whether the clock is frozen. Defaults to false.' }),
  },
  { about: 'The clock. Without it, the clock is left as it is.' },
)

const Volume = resource(
  'SeedVolume',
  WireVolume,
  {
    almanac: object(
      undefined,
      {
        source: string({ about: 'The name of the catalog that the volume comes from.' }),
        sourceKey: string({ about: 'What that catalog calls the volume.' }),
        alternativeTitles: array(string()),
        cover: string({ about: 'The address of a picture of the cover.' }),
        series: array(object(undefined, { title: string(), number: string() })),
      },
      { about: 'What the wire does not show of a volume.' },
    ),
  },
  'A volume, as `volumes.get` and `almanac books export` have it.',
)

/** A seed: the state of an installation, in one document. */
export const Seed = object(
  'Seed',
  {
    version: required(integer({ minimum: seedVersion, maximum: seedVersion, about: 'Always 1.' })),
    clock: Clock,
    domains: array(Domain, { itemsMax: entriesMax }),
    users: array(User, { itemsMax: usersMax }),
    groups: array(Group, { itemsMax: entriesMax }),
    rooms: array(Room, { itemsMax: entriesMax }),
    calendars: array(Calendar, { itemsMax: calendarsMax }),
    volumes: array(Volume, { itemsMax: entriesMax }),
    ads: Ads,
    clients: array(OAuthClient, {
      about: 'OAuth clients that belong to no user.',
      itemsMax: entriesMax,
    }),
  },
  { about: 'The state of an Almanac installation, or of a world in one.' },
)

export type Seed = TypeOf<typeof Seed>
