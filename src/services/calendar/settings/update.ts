import { almanacApi } from '#/contract/almanac-api.ts'
import { string } from '#/contract/schema.ts'
import { invalidField, notFound, requiredField } from '#/kernel/errors.ts'
import { userSettings, wireSetting } from '../calendar/user-settings.ts'
import { operation } from '../operation.ts'
import { Setting } from '../schemas/setting.ts'
import { canWriteSettings } from '../scopes.ts'

export const update = operation(
  {
    id: 'calendar.settings.update',
    api: almanacApi,
    http: 'PUT /users/me/settings/{setting}',
    summary: 'Updates a calendar setting of the caller.',
    params: { setting: string({ about: 'The name of the setting.' }) },
    body: Setting,
    reply: Setting,
    scopes: canWriteSettings,
    audit: { object: 'settings/{setting}', details: ['value'] },
  },
  ({ params, body, caller, database, calendars, settings, requireMatch }) =>
    database.transaction(async (tx) => {
      const { setting: id } = params
      const { userId } = caller
      const rule = userSettings.get(id)
      if (rule === undefined) throw notFound()
      const before = await settings.lock(tx, userId)
      const current = wireSetting(id, before.byId.get(id))
      requireMatch(current.etag!)
      const { value } = body
      if (value === undefined) throw requiredField('Missing value.')
      if (!rule.accepts(value)) throw invalidField(`Invalid value for the setting ${id}.`)
      if (value === current.value) return current
      const changed = await settings.put(tx, { userId, settings: before }, { id, value })
      if (id === 'hideInvitations') {
        const hidesInvitations = value === 'true' ? 1 : 0
        await calendars.hideInvitations(tx, { ownerId: userId, hidesInvitations })
      }
      return wireSetting(id, changed)
    }),
)
