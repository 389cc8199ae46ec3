import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Longer input is no password; reading stops there. */
const inputBytesMax = 8192

/** The first line of what is piped in, or what a person types without seeing it. */
export async function readPassword(): Promise<string> {
  return process.stdin.isTTY ? askPassword() : firstLineOf(process.stdin)
}

async function firstLineOf(input: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of input) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > inputBytesMax || chunk.includes('\n')) break
  }
  return Buffer.concat(chunks).toString('utf8').split(/\r?\n/)[0]!
}

async function askPassword(): Promise<string> {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const prompt = createInterface({ input: process.stdin, output, terminal: true })
  try {
    process.stderr.write('Password: ')
    const password = await prompt.question('')
    process.stderr.write('\nAgain: ')
    const again = await prompt.question('')
    process.stderr.write('\n')
    if (password !== again) throw new Error('The two are not the same.')
    return password
  } finally {
    prompt.close()
  }
}
