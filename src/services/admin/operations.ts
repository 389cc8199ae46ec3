import { delete_ as deleteAdsGrant } from './adsGrants/delete.ts'
import { insert as insertAdsGrant } from './adsGrants/insert.ts'
import { list as listAdsGrants } from './adsGrants/list.ts'
import { export_ as exportAudit } from './audit/export.ts'
import { list as listAudit } from './audit/list.ts'
import { delete_ as deleteChannel } from './channels/delete.ts'
import { list as listDeliveries } from './channels/deliveries/list.ts'
import { list as listChannels } from './channels/list.ts'
import { redeliver } from './channels/redeliver.ts'
import { delete_ as deleteDomain } from './domains/delete.ts'
import { insert as insertDomain } from './domains/insert.ts'
import { list as listDomains } from './domains/list.ts'
import { delete_ as deleteGroup } from './groups/delete.ts'
import { get as getGroup } from './groups/get.ts'
import { insert as insertGroup } from './groups/insert.ts'
import { list as listGroups } from './groups/list.ts'
import { delete_ as deleteMember } from './groups/members/delete.ts'
import { insert as insertMember } from './groups/members/insert.ts'
import { list as listMembers } from './groups/members/list.ts'
import { get as getHealth } from './health/get.ts'
import { delete_ as deleteIdentityProvider } from './identityProviders/delete.ts'
import { get as getIdentityProvider } from './identityProviders/get.ts'
import { insert as insertIdentityProvider } from './identityProviders/insert.ts'
import { list as listIdentityProviders } from './identityProviders/list.ts'
import { patch as patchIdentityProvider } from './identityProviders/patch.ts'
import { count as countJobs } from './jobs/count.ts'
import { delete_ as deleteJob } from './jobs/delete.ts'
import { list as listJobs } from './jobs/list.ts'
import { retry as retryJob } from './jobs/retry.ts'
import { list as listRequests } from './requests/list.ts'
import { delete_ as deleteResource } from './resources/delete.ts'
import { get as getResource } from './resources/get.ts'
import { insert as insertResource } from './resources/insert.ts'
import { list as listResources } from './resources/list.ts'
import { list as listTimetable } from './timetable/list.ts'
import { delete_ as deleteUser } from './users/delete.ts'
import { disable as disableUser } from './users/disable.ts'
import { enable as enableUser } from './users/enable.ts'
import { get as getUser } from './users/get.ts'
import { delete_ as deleteIdentity } from './users/identities/delete.ts'
import { invite as inviteIdentity } from './users/identities/invite.ts'
import { list as listIdentities } from './users/identities/list.ts'
import { insert as insertUser } from './users/insert.ts'
import { list as listUsers } from './users/list.ts'
import { patch as patchUser } from './users/patch.ts'
import { revokeAll as revokeAllOfUser } from './users/revokeAll.ts'
import { delete_ as deleteSecondFactors } from './users/secondFactors/delete.ts'
import { setPassword as setPasswordOfUser } from './users/setPassword.ts'
import { delete_ as deleteToken } from './users/tokens/delete.ts'
import { list as listTokens } from './users/tokens/list.ts'

/** Every operation of the administration. */
export const adminOperations = [
  deleteAdsGrant,
  insertAdsGrant,
  listAdsGrants,
  exportAudit,
  listAudit,
  deleteChannel,
  listDeliveries,
  listChannels,
  redeliver,
  deleteDomain,
  insertDomain,
  listDomains,
  deleteGroup,
  getGroup,
  insertGroup,
  listGroups,
  deleteMember,
  insertMember,
  listMembers,
  getHealth,
  deleteIdentityProvider,
  getIdentityProvider,
  insertIdentityProvider,
  listIdentityProviders,
  patchIdentityProvider,
  countJobs,
  deleteJob,
  listJobs,
  retryJob,
  listRequests,
  deleteResource,
  getResource,
  insertResource,
  listResources,
  listTimetable,
  deleteUser,
  disableUser,
  enableUser,
  getUser,
  deleteIdentity,
  inviteIdentity,
  listIdentities,
  insertUser,
  listUsers,
  patchUser,
  revokeAllOfUser,
  deleteSecondFactors,
  setPasswordOfUser,
  deleteToken,
  listTokens,
]
