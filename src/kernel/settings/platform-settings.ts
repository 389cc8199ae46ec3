import { databaseSettings } from './database-settings.ts'
import { deliverySettings } from './delivery-settings.ts'
import { devSettings } from './dev-settings.ts'
import { requestSettings } from './request-settings.ts'
import { serverSettings } from './server-settings.ts'
import { signInSettings } from './sign-in-settings.ts'

/** The settings that belong to no single service. */
export const platformSettings = {
  ...serverSettings,
  ...devSettings,
  ...databaseSettings,
  ...signInSettings,
  ...requestSettings,
  ...deliverySettings,
}
