import { string } from '#/contract/schema.ts'

export const channelKey = string({
  about: 'The key of a channel, as the list shows it.',
  lengthMax: 64,
})
