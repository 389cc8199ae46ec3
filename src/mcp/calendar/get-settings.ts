import type { Settings } from '#/services/calendar/schemas/setting.ts'
import { readTool } from '../tool.ts'

export const getCalendarSettings = readTool(
  {
    name: 'get_calendar_settings',
    title: 'Get calendar settings',
    about:
      "Returns the user's calendar settings, such as `timezone`, `weekStart`, `locale` and `format24HourTime`.",
    args: {},
    operations: ['calendar.settings.list'],
  },
  async ({ call }) => {
    const { items = [] }: Settings = await call({
      operation: 'calendar.settings.list',
      params: { maxResults: 250 },
    })
    return { settings: Object.fromEntries(items.map(({ id, value }) => [id, value])) }
  },
)
