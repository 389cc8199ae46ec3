import { ApiError, notFound, refusal } from '#/kernel/errors.ts'

/** The server accepts only identified callers. */
export const unregisteredCaller = () =>
  new ApiError({
    status: 403,
    refusals: [refusal('forbidden', 'This request needs an API key or an access token.')],
    detail: { reason: 'CREDENTIALS_MISSING' },
  })

export const volumeNotFound = () => notFound('The volume ID could not be found.')
