import { oneOf, optional } from '#/contract/schema.ts'

/** Which properties of each volume are returned. */
export const projectionParam = optional({
  ...oneOf('PROJECTION_UNDEFINED', 'FULL', 'LITE'),
  anyCase: true,
  about: 'How much of each volume is returned. Defaults to everything.',
})

export const projectionOf = (projection: string | undefined): 'full' | 'lite' =>
  projection === 'LITE' ? 'lite' : 'full'
