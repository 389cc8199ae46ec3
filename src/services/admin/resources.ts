import { array, boolean, kind, object, requiredBy, string, type TypeOf } from '#/contract/schema.ts'
import type { ResourceRecord } from './resources/resources.ts'
import { created, wireMoment } from './schemas/moment.ts'

export const Resource = object('Resource', {
  kind: kind('admin#resource'),
  id: string({
    about:
      'The address that invites it. Given by the server, or named by what stands before the @.',
    lengthMax: 254,
  }),
  name: requiredBy(
    string({ about: 'What people call it.', lengthMax: 200 }),
    'admin.resources.insert',
  ),
  description: string({ about: 'What it is for.', lengthMax: 8192 }),
  location: string({ about: 'Where it is.', lengthMax: 1024 }),
  timeZone: string({ about: 'An IANA name; that of the owner unless given.', lengthMax: 255 }),
  owner: string({
    about: 'The user whom its calendar belongs to; the caller unless given.',
    lengthMax: 254,
  }),
  autoAccept: boolean({
    about: 'Invitations are accepted when it is free and declined otherwise. True unless given.',
  }),
  created,
})

export const ResourceList = object('ResourceList', {
  kind: kind('admin#resources'),
  items: array(Resource),
  nextPageToken: string({ about: 'Asks for the next page; absent on the last one.' }),
})

export const wireResource = ({
  createdAtMs,
  ...resource
}: ResourceRecord): TypeOf<typeof Resource> => ({
  kind: 'admin#resource',
  ...resource,
  created: wireMoment(createdAtMs),
})
