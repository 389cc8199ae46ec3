import { runAlmanac, type ServerPlace } from './server.ts'

/** Creates a user who signs in with a password, which the command line reads from its input. */
export async function newPasswordUser(
  { environment }: ServerPlace,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const words = ['user', 'create', email, '--password-stdin']
  const { code, stderr } = await runAlmanac(words, environment, { input: `${password}\n` })
  if (code !== 0) throw new Error(`no user: ${stderr}`)
}
