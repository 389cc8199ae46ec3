import { any, array, boolean, dateTime, object, readOnly, string } from '#/contract/schema.ts'
import type { WorldView } from './world-registry.ts'

const NodeOptions = object('NodeClientOptions', {
  rootUrl: string({ about: 'The `rootUrl` option of the googleapis clients.' }),
})

const PythonOptions = object('PythonClientOptions', {
  discoveryServiceUrl: string({ about: 'The argument of `googleapiclient.discovery.build`.' }),
  static_discovery: boolean({ about: 'The argument of `googleapiclient.discovery.build`.' }),
})

const GoOptions = object('GoClientOptions', {
  calendar: string({ about: 'The endpoint for `option.WithEndpoint` of the calendar client.' }),
  books: string({ about: 'The endpoint for `option.WithEndpoint` of the books client.' }),
  doubleclicksearch: string({
    about: 'The endpoint for `option.WithEndpoint` of the search ads client.',
  }),
})

const ClientOptions = object('ClientOptions', {
  node: NodeOptions,
  python: PythonOptions,
  go: GoOptions,
})

/** An id is part of a path, of the name of a folder and of the name of a database. */
const worldIdPattern = '^[a-z0-9][a-z0-9-]{0,29}$'

// The body of the request is bounded as well; a seed is checked by its own rules.
const seedCharactersMax = 64 * 1024 * 1024
const seedItemsMax = 100_000

export const World = object('World', {
  id: string({
    about:
      'The name of the world. A world that is created with an id survives a restart; one without ' +
      'gets an id and ends with the server.',
    pattern: worldIdPattern,
  }),
  now: dateTime({ about: 'The time that its clock shows when it begins.' }),
  timeZone: string({ about: 'The time zone of its first user and of their calendar.' }),
  snapshot: string({ about: 'The snapshot, saved where this request is sent, to begin with.' }),
  seed: any({
    about:
      'The users, calendars and other things to begin with: a document as `seed-schema.json` has it, ' +
      'or the text of one in YAML.',
    lengthMax: seedCharactersMax,
    itemsMax: seedItemsMax,
  }),
  rootUrl: readOnly(string({ about: 'The root URL of the world, for clients.' })),
  created: readOnly(dateTime({ about: 'When it was created.' })),
  isNamed: readOnly(boolean({ about: 'Whether it survives a restart.' })),
  email: readOnly(
    string({ about: 'Its first user: the first one of the seed, or an administrator.' }),
  ),
  token: readOnly(string({ about: "The first user's token. It is shown this once." })),
  clients: readOnly(ClientOptions),
})

export const WorldList = object('WorldList', { worlds: array(World) })

export function wireWorld({ id, isNamed, createdAtMs }: WorldView, rootUrl: string) {
  return {
    id,
    rootUrl,
    created: Temporal.Instant.fromEpochMilliseconds(createdAtMs).toString({
      smallestUnit: 'millisecond',
    }),
    isNamed,
    clients: {
      node: { rootUrl },
      python: {
        discoveryServiceUrl: `${rootUrl}discovery/v1/apis/{api}/{apiVersion}/rest`,
        static_discovery: false,
      },
      go: {
        calendar: `${rootUrl}calendar/v3/`,
        books: `${rootUrl}books/v1/`,
        doubleclicksearch: `${rootUrl}doubleclicksearch/v2/`,
      },
    },
  }
}
