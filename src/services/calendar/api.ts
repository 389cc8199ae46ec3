import type { Api } from '#/contract/operation.ts'

export const calendarApi: Api = {
  name: 'calendar',
  version: 'v3',
  title: 'Calendar API',
  description: 'Calendars, their events and who can access them.',
  basePath: '/calendar/v3',
  basePathIn: 'servicePath',
  batchPath: 'own',
  quotaStatus: 403,
  serviceName: 'calendar-json.googleapis.com',
}
