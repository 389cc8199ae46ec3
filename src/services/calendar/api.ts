import type { Api } from '#/contract/operation.ts'

export const calendarApi: Api = {
  name: 'calendar',
  version: 'v3',
  title: 'Calendar API',
  description: 'Calendars and what happens on them.',
  basePath: '/calendar/v3',
  basePathIn: 'servicePath',
  batchPath: 'own',
  quotaStatus: 403,
  serviceName: 'calendar-json.googleapis.com',
}
