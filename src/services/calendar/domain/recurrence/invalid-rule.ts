import { invalidField } from '#/kernel/errors.ts'

/** The one answer to a recurrence line that cannot be honoured, whatever is the matter with it. */
export const invalidRule = () => invalidField('Invalid recurrence rule.')
