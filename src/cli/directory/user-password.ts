import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Reading stops here, because no password is longer. */
const inputBytesMax = 8192

/** Reads a password: the first line of piped input, or what the user types, without echo. */
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
    process.stderr.write('\nConfirm password: ')
    const again = await prompt.question('')
    process.stderr.write('\n')
    if (password !== again) throw new Error('The passwords do not match.')
    return password
  } finally {
    prompt.close()
  }
}
