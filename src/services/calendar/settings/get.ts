import { string } from '#/contract/schema.ts'
import { notFound } from '#/kernel/errors.ts'
import { userSettings } from '../domain/user-settings.ts'
import { operation } from '../operation.ts'
import { Setting } from '../schemas/setting.ts'
import { canReadSettings } from '../scopes.ts'
import { findSetting } from '../store/user-settings.ts'
import { wireSetting } from './wire.ts'

export const get = operation(
  {
    id: 'calendar.settings.get',
    http: 'GET /users/me/settings/{setting}',
    summary: 'Gives one setting of the caller.',
    params: { setting: string({ about: 'The name of the setting.' }) },
    reply: Setting,
    scopes: canReadSettings,
    cost: 1,
  },
  async ({ params, caller, store }) => {
    const { setting: id } = params
    if (!userSettings.has(id)) throw notFound()
    return wireSetting(id, await findSetting(store.reader, { userId: caller.userId, id }))
  },
)
