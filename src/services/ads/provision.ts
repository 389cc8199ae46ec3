import type { Provisioner } from '#/auth/directory.ts'
import type { AdsParts } from './operation.ts'

/** What this service has to do when users go: nobody who comes later may have what they had. */
export const adsProvisioner = ({ grants }: Pick<AdsParts, 'grants'>): Provisioner => ({
  welcome: async () => {},
  dismiss: (tx, user) => grants.dismiss(tx, user.id),
  dismissGroup: async () => {},
})
