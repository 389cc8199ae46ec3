import { channelProperties, deliveryProperties } from '#/contract/channel-properties.ts'
import { nextPageToken } from '#/contract/paging.ts'
import {
  array,
  boolean,
  int64,
  kind,
  map,
  object,
  requiredBy,
  string,
  type TypeOf,
} from '#/contract/schema.ts'

const watches = [
  'calendar.acl.watch',
  'calendar.calendarList.watch',
  'calendar.events.watch',
  'calendar.settings.watch',
] as const

const paramsMax = 20
const addressLengthMax = 2048

/** A channel in requests and responses; they differ in some properties. */
export const Channel = object('Channel', {
  kind: string({ default: 'api#channel', about: 'Always `api#channel`.', lengthMax: 64 }),
  id: requiredBy(
    string({ about: "The caller's own name for the channel, of up to 64 characters." }),
    ...watches,
    'calendar.channels.stop',
  ),
  type: requiredBy(
    string({ about: 'How notifications are delivered: `web_hook` or `webhook`.', lengthMax: 64 }),
    ...watches,
  ),
  address: requiredBy(
    string({ about: 'The URL of the webhook.', lengthMax: addressLengthMax }),
    ...watches,
  ),
  token: string({ about: 'Sent with every notification; up to 256 characters.' }),
  expiration: int64({ about: 'The expiration time, in milliseconds since 1970.' }),
  params: map(string(), {
    about:
      '`ttl`: the lifetime in seconds. `secret`: the key that signs notifications; it is never returned.',
    itemsMax: paramsMax,
  }),
  payload: boolean({ about: 'Ignored.' }),
  resourceId: requiredBy(
    string({ about: 'An opaque, stable id of the watched resource.' }),
    'calendar.channels.stop',
  ),
  resourceUri: string({ about: 'The address of the list that is watched.' }),
})

export type Channel = TypeOf<typeof Channel>

const ChannelRecord = object('ChannelRecord', {
  kind: kind('almanac#channelRecord'),
  ...channelProperties,
})

export const ChannelRecords = object('ChannelRecords', {
  kind: kind('almanac#channelRecords'),
  items: array(ChannelRecord, { about: 'The channels that have not ended.' }),
  nextPageToken,
})

const ChannelDelivery = object('ChannelDelivery', deliveryProperties)

export const ChannelDeliveries = object('ChannelDeliveries', {
  kind: kind('almanac#channelDeliveries'),
  items: array(ChannelDelivery, { about: 'The latest attempts, newest first.' }),
})
