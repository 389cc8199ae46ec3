import { Stored } from '#/contract/answer.ts'
import { palette } from '../calendar/palette.ts'
import { operation } from '../operation.ts'
import { Colors } from '../schemas/calendar.ts'
import { canReadColors } from '../scopes.ts'

const answer = new Stored<Colors>(JSON.stringify(palette))

export const get = operation(
  {
    id: 'calendar.colors.get',
    http: 'GET /colors',
    summary: 'Returns the colors of calendars and events.',
    reply: Colors,
    scopes: canReadColors,
    credential: 'key',
  },
  () => answer,
)
