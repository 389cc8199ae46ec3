import { adsGrantOperations } from './adsGrants.ts'
import { auditOperations } from './audit.ts'
import { channelOperations } from './channels.ts'
import { domainOperations } from './domains.ts'
import { groupOperations } from './groups.ts'
import { healthOperations } from './health.ts'
import { identityProviderOperations } from './identityProviders.ts'
import { jobOperations } from './jobs.ts'
import { metricsOperations } from './metrics.ts'
import { requestOperations } from './requests.ts'
import { resourceOperations } from './resources.ts'
import { timetableOperations } from './timetable.ts'
import { identityOperations } from './users/identities.ts'
import { tokenOperations } from './users/tokens.ts'
import { userOperations } from './users.ts'

/** Every operation of the administration. */
export const adminOperations = [
  ...adsGrantOperations,
  ...auditOperations,
  ...channelOperations,
  ...domainOperations,
  ...groupOperations,
  ...healthOperations,
  ...identityProviderOperations,
  ...jobOperations,
  ...metricsOperations,
  ...requestOperations,
  ...resourceOperations,
  ...timetableOperations,
  ...userOperations,
  ...identityOperations,
  ...tokenOperations,
]
