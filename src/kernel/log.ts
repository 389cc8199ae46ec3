import { destination, type Level, pino } from 'pino'

export type LogFields = Readonly<Record<string, unknown>>

/** A line has a fixed message, and its data in fields. */
export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
  /** Writes out what is still buffered. */
  flush(): void
}

// Masked by key, wherever in a line they stand at the first two levels.
const secretKeys = [
  'authorization',
  'token',
  'accessToken',
  'refreshToken',
  'key',
  'password',
  'secret',
]

/** Lines of JSON on standard error, buffered so that a request does not wait for them. */
export function openLog(level: Level | 'silent'): Log {
  const sink = destination({ fd: 2, sync: false, minLength: 4096, periodicFlush: 1000 })
  const logger = pino(
    {
      level,
      base: null,
      redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`]), censor: '***' },
    },
    sink,
  )
  const write = (at: Level) => (message: string, fields?: LogFields) =>
    fields === undefined ? logger[at](message) : logger[at](fields, message)
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    flush: () => {
      // The sink opens its file asynchronously; before that there is nothing to write out.
      try {
        sink.flushSync()
      } catch {
        return
      }
    },
  }
}

/** For tests and tools that have nothing to say. */
export const silentLog: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  flush: () => {},
}
