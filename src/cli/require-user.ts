import type { Core } from '#/core.ts'

/** The user with an email address, for a command that acts for existing users. */
export async function requireUser(directory: Core['directory'], email: string) {
  const user = await directory.find(email)
  if (user === undefined) {
    throw new Error(`There is no user ${email}: create one with "almanac user create ${email}".`)
  }
  return user
}
