import type { Figure } from '../figure.ts'
import { measureIdMapping } from './ads-id-mapping.ts'
import { measureConversionPages } from './ads-pages.ts'
import { measureUploads } from './ads-uploads.ts'
import { measureUploadsPostgres } from './ads-uploads-postgres.ts'

/** Uploads of conversions, pages of them, and the file of ids. */
export async function measureAds(): Promise<Figure[]> {
  return [
    ...(await measureUploads()),
    ...(await measureUploadsPostgres()),
    ...(await measureConversionPages()),
    ...(await measureIdMapping()),
  ]
}
