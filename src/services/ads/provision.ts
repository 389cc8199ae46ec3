import type { Provisioner } from '#/auth/directory/directory.ts'
import type { AdsDependencies } from './operation.ts'

/** What this service has to do when users go: nobody who comes later may have what they had. */
export const adsProvisioner = ({
  grants,
  reports,
}: Pick<AdsDependencies, 'grants' | 'reports'>): Provisioner => ({
  welcome: async () => {},
  dismiss: async (tx, user) => {
    await grants.dismiss(tx, user.id)
    await reports.dismiss(tx, user.id)
  },
  dismissGroup: async () => {},
})
