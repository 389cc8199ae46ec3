import { basePath, type SettingValues } from '#/kernel/settings/setting-kinds.ts'

/** The settings of the administration. */
export const adminSettings = {
  adminBasePath: basePath('/admin/v1', 'Base path of the administration API.'),
}

export type AdminSettings = SettingValues<typeof adminSettings>
