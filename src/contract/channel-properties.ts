import { boolean, dateTime, int64, integer, string } from './schema.ts'

/** The properties of a channel that its user and administrators see. */
export const channelProperties = {
  key: string({ about: 'Names the channel on this server.' }),
  id: string({ about: 'The name that its program has given it.' }),
  clientId: string({ about: 'The program that has made it.' }),
  user: string({ about: 'For whom.' }),
  watches: string({ about: 'One of events, acl, calendarList, settings.' }),
  resourceId: string({ about: 'Names what is watched.' }),
  resourceUri: string({ about: 'The address of the list that is watched.' }),
  address: string({ about: 'Where messages are posted to.' }),
  isSigned: boolean({ about: 'Messages are signed.' }),
  createdAt: dateTime({ about: 'When it was made.' }),
  expiresAt: dateTime({ about: 'When it ends.' }),
  lastMessageNumber: int64({ about: 'The number of the last message.' }),
  state: string({ about: '`idle`, or `retrying` while the last message has not been taken.' }),
  attempts: integer({ about: 'How often the present message was sent in vain.' }),
  nextAttemptAt: dateTime({ about: 'When it is sent again.' }),
}

/** The properties of an attempt to deliver a message of a channel. */
export const deliveryProperties = {
  messageNumber: int64({ about: 'The number of the message.' }),
  state: string({ about: '`sync` or `exists`, as the message says.' }),
  attempt: integer({ about: '1 for the first one.' }),
  outcome: string({ about: 'One of delivered, retrying, failed, refused.' }),
  status: integer({ about: 'What the receiver has answered.' }),
  error: string({ about: 'Why there was no answer.' }),
  beganAt: dateTime({ about: 'When it was sent.' }),
  durationMs: integer({ about: 'How long it took.' }),
}
