import { array, int64, object, string, type TypeOf } from '#/contract/schema.ts'

export type Availability = TypeOf<typeof Availability>
export const Availability = object(
  'Availability',
  {
    advertiserId: int64({ about: 'The advertiser.' }),
    agencyId: int64({ about: 'The agency.' }),
    availabilityTimestamp: int64({
      about: 'Everything before this time has been uploaded; in milliseconds since 1970.',
    }),
    customerId: string({
      about: 'The advertiser by its id of the new experience.',
    }),
    segmentationId: int64({ about: 'The Floodlight activity.' }),
    segmentationName: string({ about: 'The name of the Floodlight activity.' }),
    segmentationType: string({ about: 'Always `FLOODLIGHT`, also if omitted.' }),
  },
  { about: 'Up to when the conversions of an activity are complete.' },
)

export const UpdateAvailabilityRequest = object('UpdateAvailabilityRequest', {
  availabilities: array(Availability, { about: 'The availabilities to update.', itemsMax: 1000 }),
})

export const UpdateAvailabilityResponse = object('UpdateAvailabilityResponse', {
  availabilities: array(Availability, { about: 'The accepted availabilities.' }),
})
