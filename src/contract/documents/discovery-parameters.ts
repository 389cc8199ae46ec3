import type { Api } from '../operation.ts'
import type { DiscoveryParameter } from './discovery-schema.ts'

const query = (description: string, facts: Partial<DiscoveryParameter> = {}) =>
  ({ type: 'string', location: 'query', description, ...facts }) as DiscoveryParameter

const shared = {
  fields: query('Which parts of the answer to send, as a list of selectors.'),
  key: query('An API key. It is enough for public data and names the project that calls.'),
  oauth_token: query('An access token, for callers that cannot send the Authorization header.'),
  prettyPrint: query('Whether the answer is indented for people.', {
    type: 'boolean',
    default: 'false',
  }),
  quotaUser: query('Any text of up to 40 characters that names the user whom quota is charged to.'),
}

const answersJson = 'The answer is JSON.'

const plain = {
  alt: query('The form of the answer.', {
    default: 'json',
    enum: ['json'],
    enumDescriptions: [answersJson],
  }),
  ...shared,
  userIp: query('An older name of quotaUser.', { deprecated: true }),
}

const extended = {
  '$.xgafv': query('The version of the error format.', {
    enum: ['1', '2'],
    enumDescriptions: ['The first format.', 'The second format.'],
  }),
  access_token: query('An access token, for callers that cannot send the Authorization header.'),
  alt: query('The form of the answer.', {
    default: 'json',
    enum: ['json', 'media', 'proto'],
    enumDescriptions: [answersJson, 'The answer is the content itself.', 'Not offered here.'],
  }),
  callback: query('The name of a function that the answer is wrapped in.'),
  ...shared,
  uploadType: query('Accepted and ignored.'),
  upload_protocol: query('Accepted and ignored.'),
}

/** The parameters of every method. Interfaces without a service path publish the longer list. */
export const standardParameters = (api: Api): Readonly<Record<string, DiscoveryParameter>> =>
  api.basePathIn === 'servicePath' ? plain : extended
