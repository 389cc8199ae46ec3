import { Stored } from '#/contract/answer.ts'
import { calendarsText, expandItems, requestedWindow } from '../free-times/free-busy.ts'
import { operation } from '../operation.ts'
import { FreeBusyRequest, FreeBusyResponse } from '../schemas/free-busy.ts'
import { canReadFreeBusy } from '../scopes.ts'

export const query = operation(
  {
    id: 'calendar.freebusy.query',
    http: 'POST /freeBusy',
    summary: 'Returns the busy times of calendars and group members.',
    body: FreeBusyRequest,
    reply: FreeBusyResponse,
    scopes: canReadFreeBusy,
    credential: 'key',
  },
  async (context) => {
    const { body, freeBusyLimits } = context
    const { window, zone, echo } = requestedWindow(body, freeBusyLimits.daysMax)
    const { groups, calendarIds } = await expandItems(context, body)
    const calendars = await calendarsText(context, calendarIds, {
      window,
      zone,
      calendarsMax: Math.min(
        body.calendarExpansionMax ?? freeBusyLimits.calendarsMax,
        freeBusyLimits.calendarsMax,
      ),
    })
    const head = {
      kind: 'calendar#freeBusy',
      ...echo,
      ...(Object.keys(groups).length > 0 && { groups }),
    }
    return new Stored<FreeBusyResponse>(
      `${JSON.stringify(head).slice(0, -1)},"calendars":${calendars}}`,
    )
  },
)
