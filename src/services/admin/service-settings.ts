import { basePath } from '#/kernel/settings/setting-kinds.ts'

/** The settings of the administration. */
export const adminSettings = {
  adminBasePath: basePath('/admin/v1', 'Base path of the administration API.'),
}
