import { string } from '#/contract/schema.ts'
import { notFound } from '#/kernel/errors.ts'
import { userSettings, wireSetting } from '../calendar/user-settings.ts'
import { operation } from '../operation.ts'
import { Setting } from '../schemas/setting.ts'
import { canReadSettings } from '../scopes.ts'

export const get = operation(
  {
    id: 'calendar.settings.get',
    http: 'GET /users/me/settings/{setting}',
    summary: 'Returns a setting of the caller.',
    params: { setting: string({ about: 'The name of the setting.' }) },
    reply: Setting,
    scopes: canReadSettings,
  },
  async ({ params, caller, settings }) => {
    const { setting: id } = params
    if (!userSettings.has(id)) throw notFound()
    const { byId } = await settings.of(caller.userId)
    return wireSetting(id, byId.get(id))
  },
)
