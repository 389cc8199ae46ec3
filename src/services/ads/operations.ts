import type { Operation } from '#/contract/operation.ts'
import { list as listActivities } from './activities/list.ts'
import { list as listAdvertisers } from './advertisers/list.ts'
import { list as listAgencies } from './agencies/list.ts'
import { get } from './conversion/get.ts'
import { getByCustomerId } from './conversion/getByCustomerId.ts'
import { insert } from './conversion/insert.ts'
import { update } from './conversion/update.ts'
import { updateAvailability } from './conversion/updateAvailability.ts'
import { list as listEntities } from './entities/list.ts'
import { list as listMissingRates } from './missingRates/list.ts'
import { delete_ as deleteReport } from './reports/delete.ts'
import { generate } from './reports/generate.ts'
import { get as getReport } from './reports/get.ts'
import { getFile } from './reports/getFile.ts'
import { getIdMappingFile } from './reports/getIdMappingFile.ts'
import { list as listReports } from './reports/list.ts'
import { request } from './reports/request.ts'
import { list as listReportTypes } from './reportTypes/list.ts'
import { list as listSavedColumns } from './savedColumns/list.ts'

/** The operations of this service, and those it adds to other interfaces. */
export const adsOperations: readonly Operation[] = [
  listActivities,
  listAdvertisers,
  listAgencies,
  listEntities,
  listMissingRates,
  get,
  getByCustomerId,
  insert,
  update,
  updateAvailability,
  generate,
  getReport,
  getFile,
  request,
  listReports,
  deleteReport,
  listReportTypes,
  getIdMappingFile,
  listSavedColumns,
]
